//! The tables of models' settings for people: as a terminal shows them, and as documentation does.

use talscope_engine::model::{Asked, Kind, Place, Setting, Takes};

use super::kinds::KINDS;

/// Every kind of model with its settings, as lines for a terminal.
pub fn models_in_words() -> String {
    let head = "Models, each as candidate=KIND(settings), such as ensemble(members=3,epochs=20). Settings have\n\
                names; the first ones may stand without, in this order, as in ensemble(3,50,20).\n";
    let setting = |setting: &Setting| {
        let values = if setting.is_in_links() { setting.offer() } else { asked(setting) };
        let mut notes = vec![values, format!("{} unless said", setting.default)];
        notes.extend(setting.paper.map(|paper| format!("the paper's: {paper}")));
        notes.extend(match setting.place {
            Place::Everywhere | Place::Link => None,
            Place::Named => Some("by name only".into()),
            Place::Request => Some("in requests only".into()),
        });
        if setting.is_in_links() && setting.is_in_requests() {
            notes.push(format!("requests: {}", asked(setting)));
        }
        format!("  {:16} {} [{}]\n", setting.id, setting.help, notes.join("; "))
    };
    let kind = |kind: &&Kind| {
        let settings: String = kind.settings.iter().map(setting).collect();
        format!("\n{:12} {}\n{settings}", kind.id, kind.help)
    };
    head.to_string() + &KINDS.iter().map(kind).collect::<String>()
}

/// The same as Markdown, with what requests may ask for.
pub fn models_in_markdown() -> String {
    let setting = |setting: &Setting| {
        let links = if setting.is_in_links() { setting.offer() } else { "–".into() };
        let requests = if setting.is_in_requests() { asked(setting) } else { "–".into() };
        let name = match setting.place {
            Place::Named => format!("`{}` *", setting.id),
            _ => format!("`{}`", setting.id),
        };
        let paper = setting.paper.unwrap_or("");
        let help = setting.help;
        format!("| {name} | {help} | {links} | {requests} | {} | {paper} |\n", setting.default)
    };
    let kind = |kind: &&Kind| {
        let whose = if kind.asked == Asked::ByLinks { " In links only." } else { "" };
        let head = format!("\n**`{}`**: {}{whose}\n", kind.id, kind.help);
        if kind.settings.is_empty() {
            return head;
        }
        let rows: String = kind.settings.iter().map(setting).collect();
        format!(
            "{head}\n| setting | what it does | links | requests | default | paper |\n\
             |---|---|---|---|---|---|\n{rows}"
        )
    };
    let head = "# Settings of models\n\n\
        Links, forms and requests have the same names for the same settings: `ensemble(members=3,epochs=20)` in \
        a link is `{\"ensemble\": {\"members\": 3, \"epochs\": 20}}` in a request. Links may also say the first \
        settings without their names, in this order, but for those with a star. Requests may go further \
        than what makes sense in a page. What is not said is as the column “default” says, and the last \
        column is what it is in the paper's synthetic experiments, where it tells.\n";
    head.to_string() + &KINDS.iter().map(kind).collect::<String>()
}

/// What requests may ask for, in words.
fn asked(setting: &Setting) -> String {
    match setting.takes {
        Takes::Number { limit, .. } => limit.words().into(),
        Takes::Count { limits: (least, most), .. } => format!("{least} to {most}"),
        Takes::Choice(words) => {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            words.join(" or ")
        }
        Takes::Flag { .. } => "true or false".into(),
        Takes::Kernel => "a kernel, required".into(),
        Takes::Prior(_) => "a kernel".into(),
        Takes::Points => "a list of points".into(),
    }
}
