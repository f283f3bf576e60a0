//! What a request gets: a pure function of the site and the request.

use crate::budget::packed;
use crate::site::{INDEX, Site};

/// What to do with a request.
#[derive(Debug)]
pub enum Reply {
    /// Answer it.
    Now(Answer),
    /// Keep it until the page is built anew.
    AtNextBuild,
}

/// A status, headers and a body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, &'static str)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Text as hosts send it. What is compiled stays as it is: packing it takes longer than sending it on one machine.
    pub fn packed(mut self) -> Self {
        let is_text = self.headers.iter().any(|(_, value)| value.ends_with("charset=utf-8"));
        if is_text && self.body.len() > SHORT {
            self.body = packed(&self.body);
            self.headers.push(("Content-Encoding", "gzip"));
        }
        self
    }
}

/// What is no longer is not worth packing.
const SHORT: usize = 1000;

/// Answers a request. With `reload`, the page gets a script that waits for the next build.
pub fn answer(site: &Site, method: &str, url: &str, reload: bool) -> Reply {
    if !matches!(method, "GET" | "HEAD") {
        let mut refusal = text(405, "only GET and HEAD are answered here\n");
        refusal.headers.push(("Allow", "GET, HEAD"));
        return Reply::Now(refusal);
    }
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    match path {
        "/__reload.js" if reload => Reply::Now(Answer {
            status: 200,
            headers: headers("reload.js"),
            body: RELOAD_SCRIPT.into(),
        }),
        "/__reload" if reload && query == format!("have={}", site.fingerprint()) => {
            Reply::AtNextBuild
        }
        "/__reload" if reload => Reply::Now(page_is_old()),
        path if path == PREFIX.trim_end_matches('/') => {
            let mut redirection = text(308, "");
            redirection.headers.push(("Location", PREFIX));
            Reply::Now(redirection)
        }
        _ => Reply::Now(file(site, path, reload)),
    }
}

/// To a waiting page: there is another build.
pub fn page_is_old() -> Answer {
    text(200, "reload\n")
}

/// To a waiting page: there is none yet, ask again.
pub fn page_is_current() -> Answer {
    text(204, "")
}

/// The site is also served below this, because most static hosts give a project a directory.
const PREFIX: &str = "/talscope/";

const RELOAD_SCRIPT: &str = include_str!("reload.js");

/// Pages are meant to be embedded by anyone; all else comes from the site itself.
const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors *";

fn file(site: &Site, path: &str, reload: bool) -> Answer {
    let found = file_name(path).and_then(|name| Some((site.files.get(&name)?.clone(), name)));
    match found {
        None => text(404, "no such file\n"),
        Some((mut body, name)) => {
            if reload && name == INDEX {
                let tag = "<script src=\"/__reload.js\" data-build=\"";
                body.extend(format!("{tag}{}\"></script>\n", site.fingerprint()).into_bytes());
            }
            Answer { status: 200, headers: headers(&name), body }
        }
    }
}

/// The name of the site's file that a path asks for. It need not exist: a name with `..` or a
/// backslash in it is just not in the site.
fn file_name(path: &str) -> Option<String> {
    let decoded = percent_decode(path)?;
    let below = decoded.strip_prefix(PREFIX).or_else(|| decoded.strip_prefix('/'))?;
    Some(if below.is_empty() { INDEX.into() } else { below.into() })
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first == b'%' {
            // Digit by digit: the parser of whole numbers would also take a sign.
            let digit = |at: usize| char::from(*rest.get(at)?).to_digit(16);
            bytes.push(u8::try_from(digit(0)? * 16 + digit(1)?).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok()
}

fn headers(name: &str) -> Vec<(&'static str, &'static str)> {
    let hashed = name.starts_with("assets-");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-store" };
    vec![
        ("Content-Type", content_type(name)),
        ("Cache-Control", cache),
        ("Content-Security-Policy", CONTENT_POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ]
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "ico" => "image/x-icon",
        _ => "application/octet-stream",
    }
}

fn text(status: u16, body: &str) -> Answer {
    Answer { status, headers: headers("answer.txt"), body: body.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decoded_and_the_prefix_is_optional() {
        for (path, name) in [
            ("/", "index.html"),
            ("/talscope/", "index.html"),
            ("/index.html", "index.html"),
            ("/talscope/assets-1/main.js", "assets-1/main.js"),
            ("/assets%2D1/m%61in.js", "assets-1/main.js"),
        ] {
            assert_eq!(file_name(path).as_deref(), Some(name), "{path}");
        }
    }

    #[test]
    fn what_is_no_path_has_no_name() {
        for path in ["", "index.html", "/%", "/%4", "/%zz", "/%ff", "/%+1"] {
            assert_eq!(file_name(path), None, "{path}");
        }
    }

    #[test]
    fn text_has_a_charset_and_wasm_its_own_type() {
        for extension in ["html", "js", "css", "txt", "json", "svg"] {
            let kind = content_type(&format!("a.b.{extension}"));
            assert!(kind.ends_with("; charset=utf-8"), "{extension}: {kind}");
        }
        assert_eq!(content_type("talscope_bg.wasm"), "application/wasm");
        assert_eq!(content_type("no-extension"), "application/octet-stream");
    }

    #[test]
    fn long_text_is_packed_and_nothing_else() {
        let packs = |name, length| {
            let answer = Answer { status: 200, headers: headers(name), body: vec![b'a'; length] };
            let packed = answer.packed();
            let says = packed.headers.contains(&("Content-Encoding", "gzip"));
            assert_eq!(says, packed.body.starts_with(&[0x1F, 0x8B]), "{name}, {length}");
            says
        };
        assert!(packs("index.html", 2000) && packs("main.js", 2000));
        assert!(!packs("index.html", 10) && !packs("talscope_bg.wasm", 2000));
    }

    #[test]
    fn the_policy_allows_no_inline_code() {
        assert!(!CONTENT_POLICY.contains("unsafe-inline"));
        assert!(!CONTENT_POLICY.contains("'unsafe-eval'"));
        assert!(!CONTENT_POLICY.contains("  "), "{CONTENT_POLICY}");
    }

    #[test]
    fn only_hashed_files_are_kept_by_browsers() {
        let cache = |name| headers(name).into_iter().find(|(key, _)| *key == "Cache-Control");
        assert!(cache("assets-1/main.js").unwrap().1.contains("immutable"));
        assert_eq!(cache("index.html").unwrap().1, "no-store");
    }
}
