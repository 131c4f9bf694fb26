//! Points of an area: within it, and even by area.

use crate::rows::{gush, rows};

fn points(columns: &str) -> Vec<(f64, f64)> {
    let run = rows(&format!("-l 20000 -s , {columns}"));
    let number = |text: &str| text.parse().expect("a number");
    let point = |line: &&str| line.split_once(',').map(|(a, b)| (number(a), number(b))).expect("two numbers");
    run.lines().iter().map(point).collect()
}

#[test]
fn a_box_has_all_points_evenly_by_area() {
    let area = "0,10,60,40";
    let points = points(&format!("latitude:{area} longitude:{area}"));
    assert!(points.iter().all(|(north, east)| (0.0..=60.0).contains(north) && (10.0..=40.0).contains(east)));
    // Half of the area lies south of the latitude whose sine is half of the northern edge's.
    let half = (60f64.to_radians().sin() / 2.0).asin().to_degrees();
    let south = points.iter().filter(|(north, _)| *north < half).count();
    let west = points.iter().filter(|(_, east)| *east < 25.0).count();
    for count in [south, west] {
        assert!(count.abs_diff(10_000) < 360, "{south} {west}");
    }
}

#[test]
fn columns_of_an_area_agree() {
    for area in ["47.3,5.9,55.1,15.1", "Berlin,10km", "52.52,13.405,3km"] {
        let run =
            rows(&format!("-l 50 -s | latitude:{area} longitude:{area} coordinates:{area} geo.point:{area}"));
        for line in run.lines() {
            let fields: Vec<&str> = line.split('|').collect();
            assert_eq!(fields[2], format!("{},{}", fields[0], fields[1]), "{area}");
            assert_eq!(fields[3], format!("POINT ({} {})", fields[1], fields[0]), "{area}");
        }
    }
}

/// A town is known without its accents, and by two letters for an umlaut.
#[test]
fn towns_are_known_as_keyboards_without_umlauts_write_them() {
    let points = |town: &str| rows(&format!("-l 5 --seed 1 coordinates:{town},1km")).stdout;
    for (town, plain) in
        [("München", "Muenchen"), ("München", "munchen"), ("Köln", "Koeln"), ("Århus", "Aarhus")]
    {
        gush_testkit::assert_same(points(plain), points(town));
    }
}

/// Around the row's town, by the distance on the sphere.
#[test]
fn points_are_near_their_town() {
    let run = rows("-l 5000 -s , latitude longitude a=latitude:25km b=longitude:25km");
    for line in run.lines() {
        let n: Vec<f64> =
            line.split(',').map(|text| text.parse::<f64>().expect("a number").to_radians()).collect();
        let cosine = n[0].sin() * n[2].sin() + n[0].cos() * n[2].cos() * (n[1] - n[3]).cos();
        let km = cosine.clamp(-1.0, 1.0).acos() * 6371.0088;
        // A row's own position is within 0.004 degrees of the middle of its part of the town, which the circle is around.
        assert!(km <= 25.01 + 0.63, "{line}: {km} km");
    }
}

#[test]
fn a_wrong_area_is_explained() {
    for (column, message) in [
        ("latitude:any", "expected a box SOUTH,WEST,NORTH,EAST"),
        ("latitude:1,2,3,4,5", "one field too many"),
        ("latitude:95,0,96,1", "a latitude is from -90 to 90; the order is latitude, longitude"),
        ("latitude:-1e300,0,96,1", "a latitude is from -90 to 90; the order is latitude, longitude"),
        ("coordinates:10,5,0,6", "the southern edge is north of the northern one"),
        ("coordinates:Berlln,10km", "did you mean `Berlin`?"),
        ("coordinates:Berlin,0km", "expected a radius such as 10km"),
        ("coordinates:Berlin,30000km", "further than any point of the Earth"),
        ("coordinates:1,2,3,4@nth=2", "leave @nth"),
        ("coordinates:1,2,3,4@locale=de", "leave one of the two"),
        ("coordinates:1,2,3,4@unique", "`@unique` is not supported"),
    ] {
        gush(&format!("rows {column}")).run().code(2).stdout_is("").stderr_has(message);
    }
}
