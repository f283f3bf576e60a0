//! Real requests over real sockets: no client library that would tidy up a malicious path.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::*;

#[test]
fn the_page_comes_with_its_headers_at_the_root_and_below_a_prefix() {
    let server = Server::start(0, site("one")).unwrap();
    for path in ["/", "/index.html", "/?theme=dark", "/talscope/", "/talscope/index.html"] {
        let answer = get(&server, path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        for expected in [
            "Content-Type: text/html; charset=utf-8",
            "Content-Security-Policy: default-src 'self';",
            "frame-ancestors *",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
        ] {
            assert!(answer.contains(expected), "{path}: no {expected} in {answer}");
        }
        assert!(answer.ends_with("<p>one"), "{path}: {answer}");
    }
    assert!(get(&server, "/talscope").contains("Location: /talscope/"));
}

#[test]
fn wasm_is_served_as_wasm_and_for_ever() {
    let server = Server::start(0, site("one")).unwrap();
    let answer = get(&server, "/assets-1/talscope_bg.wasm");
    assert!(answer.contains("Content-Type: application/wasm"), "{answer}");
    assert!(answer.contains("immutable"), "{answer}");
    assert!(answer.contains("Content-Length: 100000"), "{answer}");
}

#[test]
fn no_path_leads_out_of_the_site() {
    let server = Server::start(0, site("one")).unwrap();
    for path in [
        "/../../etc/passwd",
        "/talscope/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/..%5c..%5cetc%5cpasswd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.js",
        "/assets-1/../index.html",
        "/C:/Windows/win.ini",
        "/%",
        "/assets-1",
        "/__reload.js",
        "/__reload",
    ] {
        let answer = get(&server, path);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(!answer.contains("root:"), "{path}: {answer}");
    }
}

#[test]
fn only_reading_is_allowed() {
    let server = Server::start(0, site("one")).unwrap();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let answer = request(&server, method, "/");
        assert!(answer.starts_with("HTTP/1.1 405"), "{method}: {answer}");
        assert!(answer.contains("Allow: GET, HEAD"), "{method}: {answer}");
    }
    let head = request(&server, "HEAD", "/");
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
    assert!(head.contains("Content-Length: 6"), "{head}");
}

#[test]
fn waiting_pages_hold_up_nobody_and_hear_of_the_next_build() {
    let server = Server::start_with_reload(0, site("one")).unwrap();
    let page = get(&server, "/");
    assert!(page.contains("<script src=\"/__reload.js\""), "{page}");
    assert!(get(&server, "/__reload.js").contains("location.reload()"));
    let current = format!("/__reload?have={}", site("one").fingerprint());
    let waiting: Vec<_> = (0..12).map(|_| send_request(&server, "GET", &current)).collect();
    assert!(get(&server, "/").starts_with("HTTP/1.1 200"));
    server.replace(site("two"));
    for stream in waiting {
        assert!(receive(stream).ends_with("reload\n"));
    }
    assert!(get(&server, "/").contains("<p>two"));
    assert!(get(&server, &current).ends_with("reload\n"), "an old page reloads at once");
}

/// Browsers open connections ahead of need, and may leave them idle for minutes.
#[test]
fn idle_connections_hold_up_nobody() {
    for busy in 0..20 {
        let server = Server::start(0, site("one")).unwrap();
        let mut streams: Vec<_> = (0..20).map(|_| connect(&server)).collect();
        let mut stream = streams.swap_remove(busy);
        ask(&mut stream, "GET", "/");
        assert!(receive(stream).starts_with("HTTP/1.1 200"), "connection {busy}");
    }
}

#[test]
fn a_taken_port_means_the_next_one() {
    let first = Server::start(0, site("one")).unwrap();
    let port: u16 =
        first.address().trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();
    let second = Server::start(port, site("one")).unwrap();
    assert_ne!(first.address(), second.address());
}

fn site(text: &str) -> Site {
    let mut site = Site::default();
    site.files.insert("index.html".into(), format!("<p>{text}").into_bytes());
    site.files.insert("assets-1/talscope_bg.wasm".into(), vec![b'x'; 100_000]);
    site
}

fn get(server: &Server, path: &str) -> String {
    request(server, "GET", path)
}

fn request(server: &Server, method: &str, path: &str) -> String {
    receive(send_request(server, method, path))
}

fn send_request(server: &Server, method: &str, path: &str) -> TcpStream {
    let mut stream = connect(server);
    ask(&mut stream, method, path);
    stream
}

fn ask(stream: &mut TcpStream, method: &str, path: &str) {
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
}

fn connect(server: &Server) -> TcpStream {
    let address = server.address();
    let stream =
        TcpStream::connect(address.trim_start_matches("http://").trim_end_matches('/')).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

fn receive(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
