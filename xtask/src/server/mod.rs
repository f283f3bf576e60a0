//! A small HTTP server for one site, held in memory.
//!
//! Because it answers from a table of names, no request can reach a file outside of the site; and
//! because the table is replaced as a whole, no request sees half a build.

mod answer;

use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context, Result, anyhow};
use tiny_http::{Header, Request, Response};

use crate::site::Site;
use answer::{Answer, Reply, answer, page_is_current, page_is_old};

/// A running server. It runs until the program ends.
pub struct Server {
    address: String,
    shared: Arc<Shared>,
}

impl Server {
    /// Serves the site as any host would, on the given port or the next free one; 0 means any.
    pub fn start(port: u16, site: Site) -> Result<Self> {
        Self::start_at(port, site, false)
    }

    /// As [`Server::start`], and the page reloads itself when [`Server::replace`] is called.
    pub fn start_with_reload(port: u16, site: Site) -> Result<Self> {
        Self::start_at(port, site, true)
    }

    /// Where the page is: `http://127.0.0.1:8080/`.
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Serves another build from now on, and tells the open pages.
    pub fn replace(&self, site: Site) {
        *lock(&self.shared.site) = Arc::new(site);
        self.shared.answer_waiting(page_is_old);
    }

    /// Tells the open pages that nothing changed; they ask again.
    pub fn release_waiting(&self) {
        self.shared.answer_waiting(page_is_current);
    }

    fn start_at(port: u16, site: Site, reload: bool) -> Result<Self> {
        let listener = listen(port)?;
        let address = format!("http://{}/", listener.local_addr()?);
        let http = tiny_http::Server::from_listener(listener, None);
        let http = Arc::new(http.map_err(|error| anyhow!("starting the server: {error}"))?);
        let shared = Shared { site: Mutex::new(Arc::new(site)), waiting: Mutex::default(), reload };
        let shared = Arc::new(shared);
        for _ in 0..THREADS {
            let (http, shared) = (http.clone(), shared.clone());
            thread::spawn(move || {
                while let Ok(request) = http.recv() {
                    shared.handle(request);
                }
            });
        }
        Ok(Self { address, shared })
    }
}

const THREADS: usize = 4;
const PORTS_TO_TRY: u16 = 50;

struct Shared {
    site: Mutex<Arc<Site>>,
    /// Pages that wait for the next build. They are parked here, so they hold up no thread.
    waiting: Mutex<Vec<Request>>,
    reload: bool,
}

impl Shared {
    fn handle(&self, request: Request) {
        let site = lock(&self.site).clone();
        match answer(&site, request.method().as_str(), request.url(), self.reload) {
            Reply::Now(answer) => send(request, answer),
            Reply::AtNextBuild => self.park(request, &site),
        }
    }

    /// Keeps a request for the next build, unless that came while the request was looked at.
    fn park(&self, request: Request, asked_about: &Arc<Site>) {
        let mut waiting = lock(&self.waiting);
        if Arc::ptr_eq(&lock(&self.site), asked_about) {
            waiting.push(request);
        } else {
            send(request, page_is_old());
        }
    }

    fn answer_waiting(&self, answer: fn() -> Answer) {
        for request in lock(&self.waiting).drain(..) {
            send(request, answer());
        }
    }
}

fn listen(port: u16) -> Result<TcpListener> {
    let mut ports = port..=port.saturating_add(if port == 0 { 0 } else { PORTS_TO_TRY });
    let listener = ports.find_map(|port| TcpListener::bind(("127.0.0.1", port)).ok());
    listener.with_context(|| {
        format!("no free port from {port} on: choose another with --port, or 0 for any")
    })
}

fn send(request: Request, answer: Answer) {
    let mut response = Response::from_data(answer.body)
        .with_status_code(answer.status)
        .with_chunked_threshold(usize::MAX);
    for (name, value) in answer.headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // It fails when the browser has gone, which is nobody's error.
    let _ = request.respond(response);
}

/// A panic in another thread leaves these values whole, so its poison may be ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
