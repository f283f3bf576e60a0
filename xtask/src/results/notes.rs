//! What was tried where a claim does not hold, from Markdown.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::escaped;

/// What was tried, by claim: paragraphs, lists, code and links.
pub fn tried(source: &str) -> BTreeMap<String, String> {
    let (mut notes, mut claim, mut heading) = (BTreeMap::new(), String::new(), false);
    for event in Parser::new(source) {
        match &event {
            Event::Start(Tag::Heading { .. }) => (heading, claim) = (true, String::new()),
            Event::End(TagEnd::Heading(_)) => heading = false,
            Event::Text(name) if heading => claim += name,
            _ => notes.entry(claim.clone()).or_insert_with(String::new).push_str(&html(&event)),
        }
    }
    notes
}

fn html(event: &Event) -> String {
    match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            let leads = ["https://", "index.html#"].iter().any(|start| dest_url.starts_with(start));
            format!("<a href=\"{}\">", if leads { escaped(dest_url) } else { "#".into() })
        }
        Event::End(TagEnd::Link) => "</a>".into(),
        Event::Start(tag) => name(&tag.to_end()).map_or(String::new(), |tag| format!("<{tag}>")),
        Event::End(tag) => name(tag).map_or(String::new(), |tag| format!("</{tag}>\n")),
        Event::Code(code) => format!("<code>{}</code>", escaped(code)),
        Event::SoftBreak | Event::HardBreak => " ".into(),
        Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => escaped(text),
        _ => String::new(),
    }
}

fn name(tag: &TagEnd) -> Option<&'static str> {
    match tag {
        TagEnd::Paragraph => Some("p"),
        TagEnd::List(_) => Some("ul"),
        TagEnd::Item => Some("li"),
        TagEnd::Emphasis => Some("em"),
        TagEnd::Strong => Some("strong"),
        _ => None,
    }
}
