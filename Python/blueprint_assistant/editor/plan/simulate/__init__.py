"""What a plan will do, tried on values before the editor is asked."""
