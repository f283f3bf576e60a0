//! The charts of correlations: small ones are kept and compared, odd ones must be drawn.

use std::ops::Range;

use talscope::chart::{
    Candidate, Cloud, CloudSeries, ColorBar, Curves, Density, Estimate, Groups, Heatmap,
    HeatmapMarks, Series, Sheet, Style, Titled, svg,
};
use talscope::scenario::Theme;

use super::{attribute, compare, elements, number};

#[test]
fn the_charts_of_correlations_are_what_they_were() {
    let values = matrix(8);
    let heatmap = heatmap(&values, 8);
    let marks = HeatmapMarks { size: 8, row: Some(2), column: Some(5), batch: &[1, 6] };
    compare("heatmap.svg", &svg(&heatmap, (90, 90), &light()).unwrap());
    compare("heatmap-marks.svg", &svg(&marks, (90, 90), &light()).unwrap());
    compare("color-bar.svg", &svg(&ColorBar, (160, 30), &light()).unwrap());
    compare("sheet.svg", &sheet(&light()));
    compare("sheet-dark.svg", &sheet(&Style::of(Theme::Dark)));
    let (x, y) = (&[-0.5, 0.1, 0.1, 0.9], &[-0.4, 0.1, 0.1, 0.2]);
    let density = Density {
        x,
        y,
        x_label: "true",
        y_label: "estimated",
        words: "Pearson 0.91",
        ..Density::default()
    };
    compare("density.svg", &svg(&density, (200, 180), &light()).unwrap());
    compare("cloud.svg", &svg(&cloud(&ALL), (300, 260), &light()).unwrap());
}

#[test]
fn a_heatmap_is_one_image_as_large_as_the_area_allows() {
    let values = matrix(8);
    let document = svg(&heatmap(&values, 8), (200, 150), &light()).unwrap();
    let [image] = elements(&document, "image").collect::<Vec<_>>()[..] else { panic!("one image") };
    assert!(attribute(image, "href").starts_with("data:image/png;base64,iVBORw0KGgo"));
    assert_eq!(number(image, "width"), number(image, "height"));
    assert_eq!(number(image, "width"), 8.0 * (150.0 - 10.0));
}

#[test]
fn an_image_lies_under_what_is_drawn_after_it() {
    let document = sheet(&light());
    let image = document.rfind("<image").unwrap();
    assert!(document.find("<image").unwrap() > document.find("<rect").unwrap());
    assert!(document[image..].contains("<polyline") && document.trim_end().ends_with("</svg>"));
    assert!(!document.contains("4294967295"), "every place has its image");
}

#[test]
fn odd_data_are_drawn() {
    let style = light();
    let nan = f32::NAN;
    for values in [&[][..], &[nan], &[0.5], &[1.0, nan, f32::INFINITY, -7.0]] {
        let size = (values.len() as f64).sqrt() as usize;
        svg(&Heatmap { size, values, targets: &[] }, (60, 60), &style).unwrap();
    }
    assert!(svg(&Heatmap { size: 2, values: &[0.0], targets: &[] }, (60, 60), &style).is_err());
    let beyond = HeatmapMarks { size: 2, row: Some(2), column: Some(9), batch: &[5] };
    assert!(!svg(&beyond, (60, 60), &style).unwrap().contains("<polyline"));
    for (x, values) in [(&[][..], &[][..]), (&[1.0], &[0.0]), (&[0.0, 1.0, 2.0], &[nan, 0.3, nan])]
    {
        let series = [Series { name: "one", values, index: 30 }];
        let curves = Curves {
            x,
            series: &series,
            at: Some(9.0),
            y_range: -1.0..1.0,
            legend: true,
            ..Curves::default()
        };
        inside(&svg(&curves, (300, 200), &style).unwrap(), (300, 200));
    }
    for point in [&[][..], &[nan], &[0.2]] {
        let density = Density { x: point, y: point, words: "words", ..Density::default() };
        inside(&svg(&density, (300, 200), &style).unwrap(), (300, 200));
    }
    svg(&Groups::default(), (300, 200), &style).unwrap();
    svg(&Cloud::default(), (300, 200), &style).unwrap();
    svg(&Sheet::default(), (300, 200), &style).unwrap();
}

#[test]
fn groups_stay_inside_and_point_at_what_is_outside() {
    for (groups, candidates) in [(1_usize, 1_usize), (3, 5), (12, 12)] {
        for size in [(360, 300), (800, 360)] {
            // All candidates but the first two are far below, in all groups but the second.
            let below = (groups - usize::from(groups > 1)) * candidates.saturating_sub(2);
            let document = self::groups(groups, candidates, Some(0.0..2.0), size);
            inside(&document, size);
            // Only an arrow's head is a line through three points.
            let points = |line: &&str| attribute(line, "points").split_whitespace().count();
            let heads = elements(&document, "polyline").filter(|line| points(line) == 3).count();
            assert_eq!(heads, below, "{groups} {candidates} {size:?}");
            let values = document.matches("−50.0").count();
            assert_eq!(values, if groups == 12 { 0 } else { below }, "where there is room");
        }
    }
}

/// Every corner and every start of words is in the picture.
fn inside(document: &str, size: (u32, u32)) {
    let check = |x: f64, y: f64| {
        let (width, height) = (8.0 * f64::from(size.0), 8.0 * f64::from(size.1));
        assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{x}, {y}");
    };
    for shape in elements(document, "poly") {
        for point in attribute(shape, "points").split_whitespace() {
            let (x, y) = point.split_once(',').unwrap();
            check(x.parse().unwrap(), y.parse().unwrap());
        }
    }
    for text in elements(document, "text") {
        check(number(text, "x"), number(text, "y"));
    }
}

fn groups(
    groups: usize,
    candidates: usize,
    y_range: Option<Range<f64>>,
    size: (u32, u32),
) -> String {
    let name = |index: usize| format!("candidate {index}");
    let names: Vec<String> = (0..groups.max(candidates)).map(name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let estimate = |group: usize, candidate: usize| {
        let value = if candidate > 1 { -50.0 } else { group as f64 / 12.0 };
        (group != 1).then_some(Estimate { value, error: (candidate == 0).then_some(0.2) })
    };
    let values: Vec<Vec<_>> = (0..candidates)
        .map(|each| (0..groups).map(|group| estimate(group, each)).collect())
        .collect();
    let all: Vec<Candidate> = (0..candidates)
        .map(|index| Candidate { name: names[index], values: &values[index], index })
        .collect();
    let chart = Groups {
        names: &names[..groups],
        candidates: &all,
        y_range,
        y_label: "XLL",
        legend: true,
        ..Groups::default()
    };
    svg(&chart, size, &light()).unwrap()
}

fn sheet(style: &Style) -> String {
    let values = matrix(8);
    let titled = |title| Titled {
        title,
        words: "Pearson 0.91, XLL −0.2",
        heatmap: heatmap(&values, 8),
        batch: &[1, 6],
    };
    let heatmaps = [titled("oracle"), titled("an <other> one & \"more\"")];
    let x = [0.0, 1.0, 2.0, 3.0];
    let series = [
        Series { name: "oracle", values: &[0.0, 0.8, 0.1, -0.4], index: 0 },
        Series { name: "other", values: &[0.2, 0.5, f32::NAN, -0.9], index: 1 },
    ];
    let curves = Curves {
        x: &x,
        series: &series,
        y_range: -1.0..1.0,
        x_label: "x",
        y_label: "correlation",
        at: Some(1.5),
        marks: &[0.5, 2.5],
        legend: true,
    };
    let estimate = |value, error| Some(Estimate { value, error });
    let candidates = [
        Candidate {
            name: "oracle",
            values: &[estimate(0.8, Some(0.05)), estimate(0.7, None)],
            index: 0,
        },
        Candidate { name: "other", values: &[estimate(-9.0, Some(0.1)), None], index: 1 },
    ];
    let groups = Groups {
        names: &["by oracle", "by other"],
        candidates: &candidates,
        y_range: Some(0.0..1.0),
        y_label: "XLL",
        legend: true,
        ..Groups::default()
    };
    let chart =
        Sheet { title: "A sheet", heatmaps: &heatmaps, curves: Some(curves), groups: Some(groups) };
    svg(&chart, (600, 420), style).unwrap()
}

/// A point of each series.
const ALL: [CloudSeries; 12] = {
    let mut all = [CloudSeries { name: "series", x: &[0.5], y: &[0.5], index: 0 }; 12];
    let mut index = 0;
    while index < 12 {
        all[index].index = index;
        all[index].x = X[index];
        index += 1;
    }
    all
};
const X: [&[f64]; 12] = [
    &[0.0],
    &[0.1],
    &[0.2],
    &[0.3],
    &[0.4],
    &[0.5],
    &[0.6],
    &[0.7],
    &[0.8],
    &[0.9],
    &[1.0],
    &[1.1],
];

fn cloud<'a>(series: &'a [CloudSeries<'a>]) -> Cloud<'a> {
    Cloud { series, x_label: "x", y_label: "y", diagonal: true, legend: true, ..Cloud::default() }
}

fn heatmap(values: &[f32], size: usize) -> Heatmap<'_> {
    const TARGETS: [bool; 8] = [true, false, false, true, true, false, false, true];
    Heatmap { size, values, targets: &TARGETS }
}

/// Something with all signs, ones on its diagonal and a missing value.
fn matrix(size: usize) -> Vec<f32> {
    let mut values: Vec<f32> = (0..size * size)
        .map(|index| 1.0 - 2.0 * (index / size).abs_diff(index % size) as f32 / size as f32)
        .collect();
    values[size - 1] = f32::NAN;
    values
}

fn light() -> Style {
    Style::of(Theme::Light)
}
