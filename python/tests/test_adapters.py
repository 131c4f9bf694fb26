"""Other packages, each as it is."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import gusher as g


def test_factory_boy() -> None:
    factory = pytest.importorskip("factory")
    from gusher.factory import Value

    class UserFactory(factory.Factory):  # type: ignore[misc, name-defined]
        class Meta:
            model = dict

        id = Value("seq")
        email = Value("email@unique", seed=1)
        age = Value("int:18,90", seed=1, name="age")

    users = UserFactory.build_batch(100)
    assert [user["id"] for user in users] == list(range(1, 101))
    assert len({user["email"] for user in users}) == 100
    assert UserFactory(age=5)["age"] == 5
    with pytest.raises(g.Error, match="did you mean `email`"):
        Value("emial")


def test_polyfactory() -> None:
    factories = pytest.importorskip("polyfactory.factories")
    from gusher.polyfactory import value

    @dataclass
    class User:
        id: int
        email: str
        name: str

    class UserFactory(factories.DataclassFactory[User]):  # type: ignore[misc, name-defined]
        __model__ = User
        id = value("seq")
        email = value("email@unique", seed=1)

    assert [user.id for user in UserFactory.batch(5)] == [1, 2, 3, 4, 5]
    assert "@" in UserFactory.build().email


def test_hypothesis_shrinks_to_the_first_rows(people: g.Table) -> None:
    hypothesis = pytest.importorskip("hypothesis")
    from gusher.hypothesis import lists, rows, values

    @hypothesis.settings(max_examples=30, database=None)  # type: ignore[untyped-decorator]
    @hypothesis.given(rows(people), lists(people, max_size=5), values("int:1,6"))  # type: ignore[untyped-decorator]
    def holds(person: dict[str, Any], several: list[dict[str, Any]], die: int) -> None:
        assert person == people[person["id"] - 1]
        assert len({one["id"] for one in several}) == len(several) <= 5
        assert 1 <= die <= 6

    holds()
    above: Callable[[dict[str, Any]], bool] = lambda row: row["id"] > 20  # noqa: E731
    smallest = hypothesis.find(rows(people), above, random=None)
    assert smallest["id"] == 21


def test_sqlalchemy() -> None:
    sa = pytest.importorskip("sqlalchemy")
    orm = pytest.importorskip("sqlalchemy.orm")

    class Base(orm.DeclarativeBase):  # type: ignore[misc, name-defined]
        pass

    class Customer(Base):
        __tablename__ = "customers"
        id = sa.Column(sa.Integer, primary_key=True)
        name = sa.Column(sa.String(30))
        email = sa.Column(sa.String(80), unique=True, nullable=False)
        plan = sa.Column(sa.Enum("free", "pro", name="plan"))

    class Order(Base):
        __tablename__ = "orders"
        id = sa.Column(sa.Integer, primary_key=True)
        customer_id = sa.Column(sa.ForeignKey("customers.id"), nullable=False)
        total = sa.Column(sa.Numeric(10, 2))
        placed = sa.Column(sa.Date)
        note = sa.Column(sa.String(10))

    engine = sa.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    rows = g.rows_for(Order, 50, seed=1, columns={"total": "decimal:1,5,2"}, parents=7)
    with orm.Session(engine) as session:
        orders = rows.add_to(session)
        session.commit()
        assert len(orders) == len(rows) == 50
        assert session.query(Customer).count() == 7
        assert session.query(Order).join(Customer, Order.customer_id == Customer.id).count() == 50
        assert {customer.plan for customer in session.query(Customer)} <= {"free", "pro"}
        assert all(1 <= order.total <= 5 for order in orders)
        assert all(isinstance(order.placed, datetime.date) and len(order.note) <= 10 for order in orders)
    assert [order.total for order in g.rows_for(Order, 5, seed=1, columns={"total": "int:1,9"})] == [
        order.total for order in g.rows_for(Order, 5, seed=1, columns={"total": "int:1,9"})
    ]
    with pytest.raises(g.Error, match="has no column `totl`"):
        g.rows_for(Order, columns={"totl": "int"})
    with pytest.raises(TypeError, match="no model"):
        g.rows_for(dict)


def test_django() -> None:
    django = pytest.importorskip("django")
    settings = pytest.importorskip("django.conf").settings
    if not settings.configured:
        databases = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
        settings.configure(DATABASES=databases, INSTALLED_APPS=[], USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
        django.setup()
    connection, models = (getattr(pytest.importorskip("django.db"), name) for name in ("connection", "models"))

    class Author(models.Model):  # type: ignore[misc, name-defined]
        name = models.CharField(max_length=40)
        email = models.EmailField(unique=True)
        born = models.DateField(null=True)

        class Meta:
            app_label = "library"

    class Book(models.Model):  # type: ignore[misc, name-defined]
        author = models.ForeignKey(Author, on_delete=models.CASCADE)
        title = models.CharField(max_length=60)
        price = models.DecimalField(max_digits=8, decimal_places=2)
        published = models.DateTimeField()
        kind = models.CharField(max_length=1, choices=[("n", "novel"), ("p", "poem")])

        class Meta:
            app_label = "library"

    with connection.schema_editor() as editor:
        editor.create_model(Author)
        editor.create_model(Book)
    books = g.rows_for(Book, 30, seed=2, parents={Author: 4}).create()
    assert (len(books), Author.objects.count(), Book.objects.count()) == (30, 4, 30)
    assert Book.objects.select_related("author").filter(author__email__contains="@").count() == 30
    book = Book.objects.all()[0]
    assert book.kind in ("n", "p")
    assert isinstance(book.price, decimal.Decimal)
    assert book.published.tzinfo is not None


def test_factory_boy_begins_again() -> None:
    factory = pytest.importorskip("factory")
    random: Any = pytest.importorskip("factory.random")
    import gusher.factory

    class Users(factory.Factory):  # type: ignore[misc, name-defined]
        class Meta:
            model = dict

        name = gusher.factory.Faker("name")
        city = gusher.factory.Faker("city", locale="it_IT")

    def made() -> list[Any]:
        return [Users(), Users()]

    random.reseed_random(1000)
    first = made()
    random.reseed_random(1000)
    assert made() == first
    random.reseed_random(1001)
    assert made() != first
    state = random.get_random_state()
    later = made()
    random.set_random_state(state)
    assert made() == later


def test_factory_boy_has_fakers_declaration() -> None:
    factory = pytest.importorskip("factory")
    import gusher.factory

    class Users(factory.Factory):  # type: ignore[misc, name-defined]
        class Meta:
            model = dict

        name = gusher.factory.Faker("name", locale="de_DE")
        lowest = 3
        number = gusher.factory.Faker("pyint", min_value=factory.SelfAttribute("..lowest"), max_value=3)
        city = gusher.factory.Faker("city")

    g.Faker.seed(4)
    users = Users.create_batch(3)
    assert [user["name"] for user in users] == [name for fake in [g.Faker("de_DE", seed=4)] for name in (fake.name(), fake.name(), fake.name())]
    assert {user["number"] for user in users} == {3}
    with gusher.factory.Faker.override_default_locale("fr_FR"):
        assert Users()["city"] == g.Faker("fr_FR", seed=4).city()
    with pytest.raises(AttributeError, match="Unknown formatter 'nothing'"):
        gusher.factory.Faker("nothing").evaluate(None, None, {"locale": None})
    g.Faker.seed()


def test_factory_boy_has_factories_in_factories_traits_and_sequences() -> None:
    factory: Any = pytest.importorskip("factory")
    from gusher.factory import Faker

    def code_of(n: int) -> str:
        return f"C{n}"

    def number_of(n: int) -> int:
        return n

    def note_of(user: Any) -> str:
        return f"{user.name} of {user.home['city']}"

    class Cities(factory.Factory):  # type: ignore[misc]
        class Meta:
            model = dict

        city = Faker("city", locale="de_DE")
        code = factory.Sequence(code_of)

    class Users(factory.Factory):  # type: ignore[misc]
        class Meta:
            model = dict

        class Params:
            is_old = factory.Trait(age=Faker("pyint", min_value=70, max_value=79), nick=None)

        id = factory.Sequence(number_of)
        name = Faker("name")
        age = Faker("pyint", min_value=18, max_value=30)
        nick = factory.Maybe("is_old", yes_declaration=None, no_declaration=Faker("user_name"))
        home = factory.SubFactory(Cities)
        tags = factory.List([Faker("word"), Faker("word")])
        size = factory.Dict({"height": Faker("pyint", min_value=150, max_value=199)})
        note = factory.LazyAttribute(note_of)

    g.Faker.seed(4)
    users: list[Any] = [Users(), Users(is_old=True), Users(home__city="Rom"), Users(name="Ada")]
    assert [user["id"] for user in users] == [0, 1, 2, 3]
    fake, german = g.Faker(seed=4), g.Faker("de_DE", seed=4)
    # A field that is given takes no value of its method.
    assert [user["name"] for user in users] == [fake.name(), fake.name(), fake.name(), "Ada"]
    assert [user["home"]["city"] for user in users] == [german.city(), german.city(), "Rom", german.city()]
    assert [user["home"]["code"] for user in users] == ["C0", "C1", "C2", "C3"]
    assert [70 <= user["age"] <= 79 for user in users] == [False, True, False, False]
    assert all(18 <= user["age"] <= 30 for user in users if user is not users[1])
    assert [user["nick"] is None for user in users] == [False, True, False, False]
    assert all(len(user["tags"]) == 2 and 150 <= user["size"]["height"] <= 199 for user in users)
    assert users[0]["note"] == f"{users[0]['name']} of {users[0]['home']['city']}"
    # Fields of one method are its successive values.
    again = g.Faker(seed=4)
    assert [tag for user in users for tag in user["tags"]] == [again.word() for _ in range(8)]
    g.Faker.seed()
