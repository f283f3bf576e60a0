//! A small HTTP server for one site, held in memory.
//!
//! Because it answers from a table of names, no request can reach a file outside of the site; and
//! because the table is replaced as a whole, no request sees half a build.

mod answer;

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::ACCEPT_ENCODING;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::site::Site;
use answer::{Answer, Reply, answer, page_is_current, page_is_old};

/// A server, running as long as this value lives.
pub struct Server {
    address: String,
    site: watch::Sender<Arc<Site>>,
    /// Does all the work; ends when it is dropped.
    _runtime: Runtime,
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
        self.site.send_replace(Arc::new(site));
    }

    fn start_at(port: u16, site: Site, reload: bool) -> Result<Self> {
        let listener = listen(port)?;
        let address = format!("http://{}/", listener.local_addr()?);
        listener.set_nonblocking(true)?;
        let runtime = Runtime::new().context("starting the server")?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let (site, served) = watch::channel(Arc::new(site));
        runtime.spawn(accept(listener, served, reload));
        Ok(Self { address, site, _runtime: runtime })
    }
}

const PORTS_TO_TRY: u16 = 50;
const BREATH: Duration = Duration::from_millis(10);
/// How long a page waits for the next build, before proxies and browsers lose patience.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

async fn accept(listener: tokio::net::TcpListener, site: watch::Receiver<Arc<Site>>, reload: bool) {
    loop {
        // Accepting fails when a browser has gone already, which is nobody's error, or when too many
        // connections are open, which passes.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let site = site.clone();
        let reply = service_fn(move |request| reply(site.clone(), request, reload));
        tokio::spawn(
            http1::Builder::new()
                .title_case_headers(true)
                .serve_connection(TokioIo::new(stream), reply),
        );
    }
}

async fn reply(
    mut site: watch::Receiver<Arc<Site>>,
    request: Request<Incoming>,
    reload: bool,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let current = site.borrow_and_update().clone();
    let url = request.uri().path_and_query().map_or("/", |url| url.as_str());
    let accepted = request.headers().get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let packs = accepted.is_some_and(|accepted| accepted.contains("gzip"));
    Ok(response(match answer(&current, request.method().as_str(), url, reload) {
        Reply::Now(answer) if packs => answer.packed(),
        Reply::Now(answer) => answer,
        Reply::AtNextBuild => match tokio::time::timeout(LONGEST_WAIT, site.changed()).await {
            Ok(_) => page_is_old(),
            Err(_) => page_is_current(),
        },
    }))
}

fn response(answer: Answer) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).expect("a status of our own");
    for (name, value) in answer.headers {
        response.headers_mut().insert(name, value.parse().expect("a header of our own"));
    }
    response
}

fn listen(port: u16) -> Result<TcpListener> {
    let mut ports = port..=port.saturating_add(if port == 0 { 0 } else { PORTS_TO_TRY });
    let listener = ports.find_map(|port| TcpListener::bind(("127.0.0.1", port)).ok());
    listener.with_context(|| {
        format!("no free port from {port} on: choose another with --port, or 0 for any")
    })
}

#[cfg(test)]
mod tests;
