"""The editor around the assets: state, ticks, transactions, language, windows, faults."""
