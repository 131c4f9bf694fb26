//! Files of random models are accepted.

use proptest::prelude::*;

use super::Options;
use super::tests::{int, moment, name, refers, text, unique};
use crate::learned;
use crate::model::{Column, Identity, IntSize, Kind, Model, Origin, Table};

fn kinds() -> impl Strategy<Value = Kind> {
    let words = prop::collection::vec("[a-z ',*]{1,6}", 1..4).prop_map(|mut words| {
        words.sort();
        words.dedup();
        Kind::Enum(words)
    });
    prop_oneof![
        Just(Kind::Bool),
        Just(Kind::Date),
        Just(Kind::Uuid),
        Just(Kind::Interval),
        Just(Kind::Duration),
        Just(Kind::Inet),
        Just(Kind::Search),
        Just(Kind::Unknown),
        Just(Kind::Json { is_binary: true }),
        Just(Kind::Time { digits: 0, has_zone: false }),
        Just(moment()),
        Just(text()),
        (prop::sample::select(vec![8u8, 16, 32, 64]), any::<bool>())
            .prop_map(|(bits, is_unsigned)| Kind::Int(IntSize { bits, is_unsigned })),
        (1u32..20, 0u32..6).prop_map(|(precision, scale)| Kind::Decimal {
            precision: Some(precision),
            scale: Some(scale.min(precision))
        }),
        (1u32..60, any::<bool>()).prop_map(|(max, is_fixed)| Kind::Text {
            max: Some(max),
            is_fixed,
            ignores_case: false
        }),
        prop::sample::select(vec![crate::model::RangeOf::Int4, crate::model::RangeOf::TimestampTz])
            .prop_map(|of| Kind::Range { of, is_multi: false }),
        Just(Kind::Array { item: Box::new(int()) }),
        words,
    ]
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "id",
            "email",
            "name",
            "created_at",
            "updated_at",
            "end_date",
            "start_date",
            "price",
            "zip",
            "position",
            "Code",
            "a_id",
            "b_id",
            "x y",
            "order",
            "körper",
            "a.b",
            "user_id"
        ])
        .prop_map(str::to_owned),
        "[a-z]{1,8}",
        "[ -~]{1,6}",
    ]
}

fn tables() -> impl Strategy<Value = Vec<Table>> {
    let column = (names(), kinds(), any::<bool>());
    let one = (
        prop::collection::vec(column, 1..8),
        prop::collection::vec(0usize..8, 0..3),
        prop::collection::vec((0usize..8, 0usize..4), 0..3),
        prop::collection::vec(prop::collection::vec(0usize..8, 1..3), 0..3),
        any::<bool>(),
    );
    prop::collection::vec(one, 1..5).prop_map(|all| {
        let count = all.len();
        let mut tables: Vec<Table> = Vec::new();
        for (index, (columns, key, _, _, has_identity)) in all.iter().enumerate() {
            let mut of = Table::new(name(["a", "users", "b", "orders", "c"][index]), Origin::default());
            for (column, kind, is_nullable) in columns {
                if of.column(column).is_none()
                    && !of.columns.iter().any(|other| other.name.eq_ignore_ascii_case(column))
                {
                    of.columns.push(Column {
                        is_nullable: *is_nullable,
                        ..Column::new(column.clone(), kind.clone(), "type")
                    });
                }
            }
            if *has_identity && let Kind::Int(_) = of.columns[0].kind {
                of.columns[0].identity = Some(Identity { is_always: true, start: 1, step: 1 });
            }
            let mut key: Vec<String> =
                key.iter().map(|at| of.columns[at % of.columns.len()].name.clone()).collect();
            key.sort();
            key.dedup();
            of.primary_key = key;
            tables.push(of);
        }
        for (index, (_, _, references, uniques, _)) in all.iter().enumerate() {
            for &(column, parent) in references {
                let (parent, own) = (
                    parent % count,
                    tables[index].columns[column % tables[index].columns.len()].name.clone(),
                );
                if let [key] = &tables[parent].primary_key.clone()[..] {
                    let parent = tables[parent].name.name.clone();
                    refers(&mut tables[index], &[&own], &parent, &[key.as_str()]);
                }
            }
            for set in uniques {
                let columns: Vec<String> = set
                    .iter()
                    .map(|at| tables[index].columns[at % tables[index].columns.len()].name.clone())
                    .collect();
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                unique(&mut tables[index], &columns, None);
            }
        }
        tables
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn files_of_random_models_are_accepted(tables in tables()) {
        let model = Model { tables, ..Model::default() };
        let options = Options { rows: 50, ..Options::default() };
        if let Err(diagnostics) = learned(&model, "a test", &options) {
            let written = crate::write::file(&super::choices(&model, &options), &Default::default());
            panic!("{diagnostics:?}\n{}", written.text);
        }
    }
}
