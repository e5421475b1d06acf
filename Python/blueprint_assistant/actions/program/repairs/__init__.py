"""What a wrong line of a program may have been meant as: repairs that are tried before they are told."""
