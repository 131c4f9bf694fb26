//! `vector`: directions in many dimensions, as models of language give them for texts.

use std::sync::Arc;

use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, Field, FloatWidth, Specials, StorageType};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "vector",
    "a vector of 32-bit floating-point numbers whose length is 1, such as an embedding",
    vector,
)
.optional(
    "N,clusters=K",
    "how many dimensions, 1 to 4,096 and 384 by default; around K centers, each as likely as any other",
    "vector:8,clusters=3",
)];

const FORM: &str = "vector:N,clusters=K";
const DIMENSIONS: Size = Size { form: FORM, things: "dimensions", default: 384, range: 1..=4096 };
const CLUSTERS: Size = Size { form: FORM, things: "clusters", default: 0, range: 1..=1_000_000 };

/// How far from their center vectors are: of two of a cluster the cosine is about 1 / (1 + SPREAD²).
const SPREAD: f64 = 0.5;

/// `vector[:N[,clusters=K]]`
fn vector(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(2, FORM)?;
    let len = fields.first().map_or(Ok(DIMENSIONS.default), |field| DIMENSIONS.read(field))?;
    let clusters = match fields.get(1) {
        None => None,
        Some(field) => {
            let Some(count) = field.text.strip_prefix("clusters=") else {
                return Err(field.error(format!("the form is {FORM}")));
            };
            Some(CLUSTERS.read(&field.part("clusters=".len(), count))? as u64)
        }
    };
    Ok(Arc::new(Vectors { len, clusters }))
}

#[derive(Debug)]
struct Vectors {
    len: usize,
    clusters: Option<u64>,
}

impl Generate for Vectors {
    fn field(&self) -> Field {
        let len = self.len as u32;
        let item = Field::float(FloatWidth::Single, -1.0, 1.0, Specials::default());
        Field::list(item, len, len).stored(StorageType::Vector { len })
    }

    fn cardinality(&self) -> u64 {
        1
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique("a vector")
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let rows = draws.len();
        let clusters: Vec<u64> = match self.clusters {
            Some(count) => draws.load(0).iter().map(|x| bounded(*x, count)).collect(),
            None => Vec::new(),
        };
        let (own, centers, counters) = (draws.key(1), draws.root().derive("centers"), draws.counters());
        let (_, items) = values.lists().lay((0..rows).map(|_| self.len as u32));
        let floats = items.values_mut().floats(rows * self.len);
        let mut center = vec![0.0; self.len];
        for (row, vector) in floats.chunks_exact_mut(self.len).enumerate() {
            direction(own, counters.get(row), vector);
            if let Some(cluster) = clusters.get(row) {
                direction(centers, *cluster, &mut center);
                vector.iter_mut().zip(&center).for_each(|(own, center)| *own = center + SPREAD * *own);
                normalize(vector);
            }
            vector.iter_mut().for_each(|value| *value = f64::from(*value as f32));
        }
    }
}

/// Fills in a direction, each as likely as any other, that follows from this number.
fn direction(key: Key, number: u64, vector: &mut [f64]) {
    let key = Key::seed(key.bits(number));
    for (value, at) in vector.iter_mut().zip(0..) {
        // The sum of four even numbers is nearly normal, and so has no direction that it prefers.
        let bits = key.bits(at);
        let sum = [0, 16, 32, 48].map(|shift| (bits >> shift) as u16).map(f64::from).iter().sum::<f64>();
        *value = sum - 2.0 * f64::from(u16::MAX);
    }
    normalize(vector);
}

/// Makes the length 1.
fn normalize(vector: &mut [f64]) {
    let length = vector.iter().map(|value| value * value).sum::<f64>().sqrt();
    match length > 0.0 {
        true => vector.iter_mut().for_each(|value| *value /= length),
        // Nearly never: all draws in the middle.
        false => vector[0] = 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{SPREAD, direction};
    use crate::catalogue::tests::values;

    fn vectors(spec: &str) -> Vec<Vec<f64>> {
        let texts = values(spec, 1, 0..300);
        texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    fn cosine(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn vectors_have_the_length_1_and_no_direction_is_preferred() {
        for (spec, len) in [("vector", 384), ("vector:1", 1), ("vector:3,clusters=2", 3)] {
            for vector in vectors(spec) {
                assert_eq!(vector.len(), len);
                assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5, "{vector:?}");
            }
        }
        let mut mean = [0.0; 5];
        for number in 0..10_000 {
            let mut vector = [0.0; 5];
            direction(crate::rng::Key::seed(1), number, &mut vector);
            mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value / 10_000.0);
        }
        // Four standard deviations of each mean.
        assert!(mean.iter().all(|mean| mean.abs() < 4.0 * (1.0f64 / 5.0 / 10_000.0).sqrt()), "{mean:?}");
    }

    #[test]
    fn vectors_of_a_cluster_are_near_each_other() {
        let all = vectors("vector:256,clusters=4");
        let near = 1.0 / (1.0 + SPREAD * SPREAD);
        let (mut same, mut other) = (0, 0);
        for pair in all.windows(2) {
            let cosine = cosine(&pair[0], &pair[1]);
            if (cosine - near).abs() < 0.15 {
                same += 1;
            } else {
                assert!(cosine.abs() < 0.3, "{cosine}");
                other += 1;
            }
        }
        // One of four neighbors is of the same cluster.
        assert!((45..=105).contains(&same) && same + other == 299, "{same} of 299");
    }
}
