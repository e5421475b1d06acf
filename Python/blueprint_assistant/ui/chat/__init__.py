"""The chat side of the panel: transcript, composer, status, header. Outside uses `panel.ChatPanel`."""
