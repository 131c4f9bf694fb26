"""What Faker's package has by these names: ``from gusher.faker import Faker, Factory, Generator``.

>>> from gusher.faker import Faker
>>> Faker(seed=1).pyint(3, 3)
3
"""

from __future__ import annotations

from ._faker.faker import Factory, Faker
from ._faker.errors import EmptyEnumException, UniquenessException, UnsupportedFeature
from ._faker.generator import Generator

__all__ = ["EmptyEnumException", "Factory", "Faker", "Generator", "UniquenessException", "UnsupportedFeature"]
