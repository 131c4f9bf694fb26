//! GeoParquet: what the metadata of a file says of its columns of points. <https://geoparquet.org/releases/v1.1.0/>

use super::bounds::Bounds;
use super::chunk::Group;
use super::table::Parquet;
use crate::corpus::json_text;
use crate::kind::{Kind, TextKind};

/// The key of the entry.
const KEY: &str = "geo";

/// The entry of the metadata for a file with these groups, if it has columns of points, which are of no list and no struct.
pub(super) fn entry<'g>(
    table: &Parquet<'_>,
    groups: &(impl Iterator<Item = &'g Group> + Clone),
) -> Option<(String, String)> {
    let is_point = |index: usize| table.columns[index].kind == Kind::Text(TextKind::Geometry);
    let leaves = table.tops.iter().filter(|top| top.node.is_leaf()).map(|top| top.leaves.start);
    let points: Vec<usize> = leaves.filter(|&index| is_point(index)).collect();
    let name = |index: usize| json_text(table.schema.column(index).name());
    let primary = name(*points.first()?);
    let column = |&index: &usize| {
        let pages = groups.clone().flat_map(|group| &group.chunks[index].pages);
        let bounds = pages.fold(Bounds::None, |bounds, page| bounds.and(&page.bounds));
        // Without a reference system longitude comes first and latitude second, in degrees of WGS 84 (OGC:CRS84).
        let mut text = format!("{}:{{\"encoding\":\"WKB\",\"geometry_types\":[\"Point\"]", name(index));
        if let Bounds::Points([west, south, east, north]) = bounds {
            text.push_str(&format!(",\"bbox\":[{west},{south},{east},{north}]"));
        }
        text.push('}');
        text
    };
    let columns: Vec<String> = points.iter().map(column).collect();
    let columns = columns.join(",");
    let text = format!("{{\"version\":\"1.1.0\",\"primary_column\":{primary},\"columns\":{{{columns}}}}}");
    Some((KEY.into(), text))
}
