//! Runs: generators that are always evaluated together.

use std::sync::Arc;

use super::form::ValueForm;
use super::site::Site;
use gusher::generators::Generate;
use gusher::internal::fragment::Fragment;
use gusher::rng::Rows;
use gusher::types::Batch;

/// Generators that are always evaluated together, and the text that surrounds their values.
#[derive(Debug)]
pub(crate) struct Run {
    sites: Vec<Site>,
    pub fragment: Fragment,
}

impl Run {
    pub fn new(draws: Vec<(Site, Arc<dyn Generate>)>, before: Vec<Vec<u8>>, after: Vec<u8>) -> Run {
        let (sites, generators) = draws.into_iter().unzip();
        Run { sites, fragment: Fragment::new(generators, before, after) }
    }

    /// One generator without any text.
    pub fn single(site: Site, generate: Arc<dyn Generate>) -> Run {
        Run::new(vec![(site, generate)], vec![Vec::new()], Vec::new())
    }

    /// How many generators it has.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Computes the values of some rows.
    pub fn fill(&self, iteration: u64, rows: Rows<'_>, batch: &mut Batch) {
        self.fragment.fill(self.sites.iter().map(|site| site.keys(iteration)), rows, batch);
    }

    /// The form of the values of the first generator.
    pub fn form(&self) -> ValueForm {
        ValueForm::of(&self.fragment.generators()[0].field())
    }

    /// How many rows the generators have values for, if there is a limit.
    pub fn max_rows(&self) -> Option<u64> {
        self.fragment
            .generators()
            .iter()
            .filter_map(|generator| generator.properties().max_rows)
            .map(|limit| limit.rows)
            .min()
    }

    /// Whether values depend on "now".
    pub fn uses_now(&self) -> bool {
        self.fragment.generators().iter().any(|generator| generator.properties().uses_now)
    }
}
