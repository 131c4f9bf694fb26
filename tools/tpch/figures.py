#!/usr/bin/env python3
"""Counts what the predicates of TPC-H's queries select, in the rows of DuckDB's generator: an independent one of TPC-H's own.

    pip install duckdb duckdb-extension-tpch
    tools/tpch/figures.py [SCALE]    writes tests/tables/tpch-figures.tsv anew, by default at scale factor 1

Each line has a name, the rows that are looked at, the predicate, how many rows there are and how many it selects.
tests/tables/tpch.rs holds the rows of examples/tpch.toml against the shares.
"""

import importlib.util
import sys
from pathlib import Path

import duckdb

FILE = Path(__file__).parents[2] / "tests/tables/tpch-figures.tsv"
LINES = "lineitem join orders on l_orderkey = o_orderkey"
SUPPLIERS = "supplier join nation on s_nationkey = n_nationkey join region on n_regionkey = r_regionkey"
CUSTOMERS = "customer join nation on c_nationkey = n_nationkey join region on n_regionkey = r_regionkey"

# The name of a predicate, the rows that are looked at, and what is selected.
PREDICATES = [
    ("q1 shipped until September 1998", "lineitem", "l_shipdate <= date '1998-09-02'"),
    ("q1 returned", "lineitem", "l_returnflag = 'R'"),
    ("q1 neither", "lineitem", "l_returnflag = 'N'"),
    ("q1 open", "lineitem", "l_linestatus = 'O'"),
    ("q2 size", "part", "p_size = 15"),
    ("q2 type", "part", "p_type like '%BRASS'"),
    ("q2 region", SUPPLIERS, "r_name = 'EUROPE'"),
    ("q3 segment", "customer", "c_mktsegment = 'BUILDING'"),
    ("q3 ordered before", "orders", "o_orderdate < date '1995-03-15'"),
    ("q3 shipped after", "lineitem", "l_shipdate > date '1995-03-15'"),
    ("q3 both", LINES, "o_orderdate < date '1995-03-15' and l_shipdate > date '1995-03-15'"),
    ("q4 late", "lineitem", "l_commitdate < l_receiptdate"),
    ("q4 quarter", "orders", "o_orderdate >= date '1993-07-01' and o_orderdate < date '1993-10-01'"),
    ("q4 urgent", "orders", "o_orderpriority = '1-URGENT'"),
    ("q5 region of customers", CUSTOMERS, "r_name = 'ASIA'"),
    ("q5 year", "orders", "o_orderdate >= date '1994-01-01' and o_orderdate < date '1995-01-01'"),
    ("q6", "lineitem", "l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01' and l_discount between 0.05 and 0.07 and l_quantity < 24"),
    ("q7 two years", "lineitem", "l_shipdate between date '1995-01-01' and date '1996-12-31'"),
    ("q7 nation", SUPPLIERS, "n_name = 'FRANCE'"),
    ("q8 steel", "part", "p_type like 'ECONOMY ANODIZED%'"),
    ("q8 two years", "orders", "o_orderdate between date '1995-01-01' and date '1996-12-31'"),
    ("q9 green", "part", "p_name like '%green%'"),
    ("q10 quarter and returned", LINES, "o_orderdate >= date '1993-10-01' and o_orderdate < date '1994-01-01' and l_returnflag = 'R'"),
    ("q12 modes", "lineitem", "l_shipmode in ('MAIL', 'SHIP')"),
    ("q12 in time but late", "lineitem", "l_commitdate < l_receiptdate and l_shipdate < l_commitdate"),
    ("q12 urgent or high", "orders", "o_orderpriority in ('1-URGENT', '2-HIGH')"),
    ("q13 special requests", "orders", "o_comment like '%special%requests%'"),
    ("q13 customers without orders", "customer", "not exists (select * from orders where o_custkey = c_custkey)"),
    ("q13 third customers with orders", "customer", "c_custkey % 3 = 0 and exists (select * from orders where o_custkey = c_custkey)"),
    ("q14 promotion", "part", "p_type like 'PROMO%'"),
    ("q14 month", "lineitem", "l_shipdate >= date '1995-09-01' and l_shipdate < date '1995-10-01'"),
    ("q15 quarter", "lineitem", "l_shipdate >= date '1996-01-01' and l_shipdate < date '1996-04-01'"),
    ("q16 brand", "part", "p_brand <> 'Brand#45'"),
    ("q16 sizes", "part", "p_size in (49, 14, 23, 45, 19, 3, 36, 9)"),
    ("q17 container", "part", "p_container like 'MED%'"),
    ("q18 seven items", "orders", "(select count(*) from lineitem where l_orderkey = o_orderkey) = 7"),
    ("q18 order keys", "orders", "o_orderkey % 32 < 8"),
    ("q19 air", "lineitem", "l_shipmode in ('AIR', 'REG AIR')"),
    ("q19 in person", "lineitem", "l_shipinstruct = 'DELIVER IN PERSON'"),
    ("q19 quantity", "lineitem", "l_quantity between 10 and 20"),
    ("q20 forest", "part", "p_name like 'forest%'"),
    ("q21 finished", "orders", "o_orderstatus = 'F'"),
    ("q21 partly", "orders", "o_orderstatus = 'P'"),
    ("q22 codes", "customer", "substring(c_phone, 1, 2) in ('13', '31', '23', '29', '30', '18', '17')"),
    ("q22 balance", "customer", "c_acctbal > 0.00"),
    ("price by part", "lineitem", "l_extendedprice = l_quantity * (90000 + (l_partkey // 10) % 20001 + 100 * (l_partkey % 1000)) / 100"),
    ("cost of supply", "partsupp", "ps_supplycost > 500 and ps_availqty > 5000"),
]


def figures(db):
    for name, rows, predicate in PREDICATES:
        count, selected = db.execute(f"select count(*), count(*) filter (where {predicate}) from {rows}").fetchone()
        yield "\t".join([name, rows, predicate, str(count), str(selected)]) + "\n"


def main():
    db = duckdb.connect()
    # The package holds the extension; DuckDB would ask its own server for it.
    package = Path(importlib.util.find_spec("duckdb_extension_tpch").origin).parent
    db.execute(f"load '{next(package.rglob('tpch.duckdb_extension'))}'")
    db.execute(f"call dbgen(sf = {float(sys.argv[1]) if len(sys.argv) > 1 else 1})")
    FILE.write_text("".join(figures(db)))


if __name__ == "__main__":
    main()
