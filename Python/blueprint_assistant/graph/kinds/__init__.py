"""The kinds of node: their specs, classes, pins and titles, and how a node is read as one."""
