//! Several tables, and the links between them.

use std::sync::Arc;

use crate::generators::Context;
use crate::plan::SeededValues;
use crate::schema::{DatasetSpec, Sizes, file};
use crate::table::{Table, UnknownName};
use gush_diagnostics::{Diagnostics, SourceText};

/// The tables of a schema file, which refer to each other's rows.
///
/// ```
/// use gusher::{Context, Dataset, Format};
///
/// let text = r#"
///     seed = 7
///     [table.customers]
///     rows = 100
///     columns = ["id=seq", "name"]
///     [table.orders]
///     rows = { per = "customers", each = 3 }
///     columns = ["id=seq", "customer=ref:customers.id", "amount=decimal:1,100,2"]
/// "#;
/// let shop = Dataset::parse("shop.toml", text, &Context::default())?;
/// for table in shop.tables() {
///     let mut out = Vec::new();
///     table.write(table.rows(), Format::SQL, &mut out)?;
/// }
/// let orders = shop.table("orders")?;
/// assert_eq!(orders.rows(), 0..300);
/// for batch in orders.batches(orders.rows())? {
///     assert!(batch.column("customer")?.ints()?.flatten().all(|id| (1..=100).contains(&id)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dataset {
    spec: Arc<DatasetSpec>,
    seed: u64,
}

impl Dataset {
    /// Parses the text of a schema file, which diagnostics call `name`. The file's locale and "now" take precedence over the
    /// context; the context's seed takes precedence over the file's, and without any it is 0.
    ///
    /// ```
    /// # use gusher::{Context, Dataset};
    /// let text = "[table.t]\ncolumns = [\"emial\"]";
    /// let error = Dataset::parse("t.toml", text, &Context::default()).unwrap_err();
    /// assert_eq!(error[0].position.as_ref().map(ToString::to_string).as_deref(), Some("t.toml:2:13"));
    /// ```
    ///
    /// # Errors
    /// All that is wrong with the file.
    pub fn parse(name: &str, text: &str, context: &Context<'_>) -> Result<Dataset, Diagnostics> {
        let (file, mut found) = file::parse(name, text);
        let mut context = *context;
        context.locale = file.locale.unwrap_or(context.locale);
        context.now = file.now.unwrap_or(context.now);
        let source = file.text.unwrap_or_else(|| Arc::new(SourceText::new(name, text)));
        let seed = context.seed.or(file.seed).unwrap_or(0);
        let (spec, wrong) =
            DatasetSpec::build(&source, file.tables, &context, &Sizes::default(), &SeededValues(seed));
        found.extend(wrong);
        Diagnostics::check(Dataset { spec: Arc::new(spec), seed }, found)
    }

    /// The same with other values: those of this seed. Where rows are counted by drawn values, their numbers follow from the seed,
    /// too: then there is no plan under another one than [`Context::seed`] was, or the file's.
    ///
    /// ```
    /// # use gusher::{Context, Dataset};
    /// let text = "[table.users]\nrows = 500\ncolumns = [\"id=seq\", \"plan=enum:gold,free\"]\n\
    ///             [table.orders]\nrows = { per = \"users\", each = { by = \"plan\", gold = 3, free = 1 } }\n\
    ///             columns = [\"user=ref:users.id\"]";
    /// let parse = |seed| Dataset::parse("s.toml", text, &Context::default().seed(seed));
    /// let rows = |seed| Ok::<_, Box<dyn std::error::Error>>(parse(seed)?.table("orders")?.rows().end);
    /// assert_ne!(rows(1)?, rows(2)?);
    /// assert!(parse(1)?.table("orders")?.batches(0..1).is_ok());
    /// assert!(parse(1)?.seed(2).table("orders")?.batches(0..1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seed(self, seed: u64) -> Dataset {
        Dataset { seed, ..self }
    }

    /// The tables, in the order of the file.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = Table> {
        (0..self.spec.tables.len()).map(|index| self.at(index))
    }

    /// The table of this name, with the links of all.
    ///
    /// ```
    /// # use gusher::{Context, Dataset};
    /// let shop = Dataset::parse("s.toml", "[table.orders]\ncolumns = [\"int\"]", &Context::default())?;
    /// let error = shop.table("order").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no table `order`; did you mean `orders`?");
    /// # Ok::<(), gusher::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such table.
    pub fn table(&self, name: &str) -> Result<Table, UnknownName> {
        let names = || self.spec.tables.iter().map(|table| table.schema.table());
        let index = self.spec.find(name).ok_or_else(|| UnknownName::new("table", name, names()))?;
        Ok(self.at(index))
    }

    /// What was asked for.
    pub fn spec(&self) -> &DatasetSpec {
        &self.spec
    }

    fn at(&self, index: usize) -> Table {
        Table::of(Arc::clone(&self.spec), index, self.seed)
    }
}
