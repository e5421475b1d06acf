"""The rules of K2 graphs: what links, what converts, which default a pin takes, what a name may be."""
