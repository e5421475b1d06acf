"""Blueprint assets: members, functions, compiling, what other Blueprints see of them."""
