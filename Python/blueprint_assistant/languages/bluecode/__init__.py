"""BlueCode: the program-like text form of graphs."""
