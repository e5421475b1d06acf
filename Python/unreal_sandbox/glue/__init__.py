"""What makes Python objects behave as those of the `unreal` module: types, structs, conversions, refusals."""
