"""The model services behind one Protocol. SDK types stop here."""
