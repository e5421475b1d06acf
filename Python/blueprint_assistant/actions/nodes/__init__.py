"""From what a model asks for to the node that is made: by type, by menu entry, by search, one or many."""
