"""The tools of the BlueCode protocol, and what their targets, handles and answers mean."""
