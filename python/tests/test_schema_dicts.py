"""Tables of dicts, in which every word of schema files is."""

import pytest

import gusher as g

SCHEMA: dict[str, dict[str, object]] = {
    "tenants": {
        "rows": 20,
        "key": ["code"],
        "columns": {
            "n": "seq@hidden",
            "code": {"expr": "'T-' || lpad(n::text, 6, '0')"},
            "plan": "enum:gold,free*3@exact",
            "budget": "decimal:10,900,2@sum=5_000",
            "people": {"list": "people", "columns": ["id", "name"]},
            "tickets": "count:tickets",
            "latest": "argmax:tickets.status,opened",
        },
    },
    "people": {
        "rows": {"per": "tenants", "each": {"by": "plan", "gold": "int:4,9", "else": 3}},
        "columns": {
            "id": "seq:32@sparse=8/32",
            "tenant": "ref:tenants.code",
            "name": "name",
            "boss": "ref:people.id",
            "level": "depth",
            "share": "split:tenants.budget",
        },
        "link": {"people": {"within": "tenants", "roots": 1, "levels": 3, "dist": "zipf:1.1"}},
    },
    "tickets": {
        "rows": {"per": "tenants", "each": "int:0,5"},
        "columns": {
            "id": "seq",
            "tenant": "ref:tenants.code",
            "nth": "nth",
            "opened": "date:2025-01-01,2025-12-31",
            "closed": "after:opened,1d..30d@dist=exp:5d",
            "status": "chain:new > open | lost*0.1, open > done",
            "amount": "int:-5,9",
            "balance": "cumsum:amount",
            "before": "prev:balance",
            "opening": "first:amount",
            "is_current": "is_last",
            "assignee": "ref:people.id@of=assignee",
            "reporter": "ref:people.id@of=reporter",
            "kind": "enum:post,photo",
            "post": "ref:posts.id",
            "photo": "ref:photos.id",
        },
        "link": {
            "assignee": {"within": "tenants"},
            "reporter": {"within": "tenants", "other": "assignee", "null": 0.1},
            "posts": {"when": {"kind": "post"}, "sparse": "2/3"},
            "photos": {"when": {"kind": ["photo"]}},
        },
    },
    "posts": {"rows": 30, "columns": {"id": "seq"}, "fixed": True},
    "photos": {"rows": 10, "columns": ["id=seq", "taken=date"]},
    "follows": {
        "rows": {"per": "posts", "each": "int:0,4"},
        "key": ["post", "photo"],
        "columns": {"post": "ref:posts.id", "photo": "ref:photos.id"},
        "link": {"photos": {"distinct": True, "dist": "zipf:1.05"}},
        "check": ["post > 0"],
    },
}


def test_every_word_of_a_file_is_there() -> None:
    tables = g.tables(SCHEMA, seed=7)
    tenants, people, tickets = (tables[name].to_dicts() for name in ("tenants", "people", "tickets"))
    assert sum(tenant["plan"] == "gold" for tenant in tenants) == 5
    assert sum(tenant["budget"] for tenant in tenants) == 5000
    for tenant in tenants:
        own = [person for person in people if person["tenant"] == tenant["code"]]
        assert tenant["people"] == [{"id": person["id"], "name": person["name"]} for person in own]
        assert sum(person["share"] for person in own) == tenant["budget"]
    staff = {person["id"]: person["tenant"] for person in people}
    for ticket in tickets:
        assert staff[ticket["assignee"]] == ticket["tenant"]
        assert ticket["reporter"] != ticket["assignee"]
        assert (ticket["post"] is None) == (ticket["kind"] == "photo")


def test_lists_of_rows_are_lists_of_structs_in_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    table = g.tables(SCHEMA, seed=7)["tenants"]
    kind = pa.table(table).schema.field("people").type
    assert pa.types.is_list(kind) and pa.types.is_struct(kind.value_type)
    assert pa.table(table)["people"].to_pylist() == [row["people"] for row in table]


def test_what_is_wrong_is_an_error() -> None:
    with pytest.raises(g.Error, match="there is no table `itens`"):
        g.tables({"orders": {"columns": {"items": {"list": "itens"}}}})
    with pytest.raises(TypeError, match="orders.columns.a: a schema file has no object"):
        g.tables({"orders": {"columns": {"a": object()}}})
