"""Faker's shape: ``gusher.Faker`` and what it is made of. ``gusher.faker`` has what others import; docs/engineering/python.md has
the map."""
