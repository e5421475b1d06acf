"""What a change is: the steps, the plan of them, and what the editor can build."""
