"""Whether two graphs are the same, and what differs: revision, isomorphism, difference."""
