// SPDX-License-Identifier: MIT OR Apache-2.0
//! Refuses requests that do not come from the page itself.
//!
//! A page of another site may send requests to this server from the user's browser. It cannot change the
//! `Origin` header, which has to name this server where a request does something. Nor can it change `Host`,
//! which must be an address, or `localhost`: a foreign name that resolves to this machine (DNS rebinding) is
//! refused. `localhost` leads to the address: a browser keeps the games of each apart. Beyond this machine, a
//! token in the address keeps strangers out; a cookie remembers it. The browser sends it with a link to the
//! page from elsewhere too (`SameSite=Lax`), so that shared links open for those who have been admitted;
//! whatever acts needs the own origin besides.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY, SERVER,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use subtle::ConstantTimeEq;

pub const SOCKET: &str = "/socket";
/// The name by which a server knows another one of its kind.
pub const NAME: &str = "chuhe";

/// Scripts, styles and connections from this server alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub struct Guard {
    address: SocketAddr,
    /// The token that others than this machine need.
    token: Option<String>,
}

impl Guard {
    pub fn new(address: SocketAddr, token: Option<String>) -> Self {
        Self { address, token }
    }

    /// Returns true if a `Host` header names this server by its address or as `localhost`.
    fn knows_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_known = match bare.parse::<IpAddr>() {
            Ok(address) => !self.address.ip().is_loopback() || address.is_loopback(),
            Err(_) => is_localhost(bare),
        };
        is_known && port == Some(self.address.port())
    }

    /// Returns why a request is refused, if it is.
    fn objection(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<&'static str> {
        // A header with a byte outside ASCII names nothing that this server knows.
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or_default());
        let host = text(HOST).unwrap_or_default().trim();
        if !self.knows_host(host) {
            return Some("unknown Host");
        }
        let origin = text(ORIGIN);
        let is_own = origin.is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
        let acts = path == SOCKET || !matches!(*method, Method::GET | Method::HEAD);
        ((acts || origin.is_some()) && !is_own).then_some("foreign Origin")
    }

    /// Returns the address that a request to `localhost` is sent on to.
    fn detour(&self, request: &Request) -> Option<String> {
        let host = request.headers().get(HOST)?.to_str().ok()?.trim();
        let is_name = is_localhost(host.split(':').next()?);
        let address = SocketAddr::new(reachable(self.address.ip()), self.address.port());
        let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
        is_name.then(|| format!("http://{address}{path}"))
    }

    fn cookie(&self) -> String {
        format!("chuhe-{}", self.address.port())
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
        pairs.any(|(name, value)| name.trim() == self.cookie() && is_same(value.trim(), token))
    }

    /// Answers a request with the right token in its address by a cookie and the address without it.
    fn admit(&self, query: Option<&str>) -> Option<Response> {
        let token = self.token.as_deref()?;
        let mut words = query?.split('&').filter_map(|pair| pair.split_once('='));
        if !words.any(|(name, value)| name == "token" && is_same(value, token)) {
            return None;
        }
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000", self.cookie());
        Some((StatusCode::SEE_OTHER, [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)]).into_response())
    }
}

fn is_localhost(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
}

/// Returns the address of this machine at which one who listens at `host` is found.
pub fn reachable(host: IpAddr) -> IpAddr {
    match host {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    }
}

/// Compares secrets in a time that does not tell how many of their bytes are right.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Checks each request, and adds the server's name and the headers of safety to each answer.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let has_host = request.headers().contains_key(HOST);
    let (method, path) = (request.method(), request.uri().path());
    let objection = guard.objection(method, path, request.headers());
    let mut response = match (objection, guard.detour(&request)) {
        _ if !has_host => (StatusCode::BAD_REQUEST, "no Host\n").into_response(),
        (Some(why), _) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        (None, Some(address)) => Redirect::temporary(&address).into_response(),
        (None, None) if guard.has_token(request.headers()) => next.run(request).await,
        (None, None) => guard.admit(request.uri().query()).unwrap_or_else(|| {
            (StatusCode::FORBIDDEN, "the address lacks the token that chuhe printed\n").into_response()
        }),
    };
    let headers: [(HeaderName, &'static str); 8] = [
        (SERVER, NAME),
        (CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap(), None)
    }

    #[test]
    fn hosts_are_addresses_of_this_server_or_localhost() {
        let local = guard("127.0.0.1:8080");
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
            assert!(local.knows_host(host), "{host}");
        }
        for host in ["127.0.0.1", "127.0.0.1:81", "evil.example:8080", "192.168.1.2:8080", "", ":", "[::1]"] {
            assert!(!local.knows_host(host), "{host}");
        }
        let open = guard("0.0.0.0:8080");
        assert!(open.knows_host("192.168.1.2:8080") && !open.knows_host("evil.example:8080"));
    }

    #[test]
    fn a_token_is_right_as_a_whole() {
        assert!(is_same("abc", "abc") && !is_same("abd", "abc"));
        assert!(!is_same("ab", "abc") && !is_same("abcd", "abc") && !is_same("", "abc"));
    }

    /// A host, an origin, and the objections to three requests.
    type Case<'a> = (&'a [u8], Option<&'a [u8]>, [Option<&'a str>; 3]);

    #[test]
    fn what_acts_needs_the_own_origin() {
        let own: &[u8] = b"127.0.0.1:8080";
        let own_origin: Option<&[u8]> = Some(b"http://127.0.0.1:8080");
        let (host, origin) = (Some("unknown Host"), Some("foreign Origin"));
        let all = [(Method::GET, "/"), (Method::GET, SOCKET), (Method::POST, "/games")];
        // Each host and origin with the objections to these.
        let cases: [Case<'_>; 10] = [
            (own, own_origin, [None; 3]),
            (own, None, [None, origin, origin]),
            (own, Some(b"null"), [origin; 3]),
            (own, Some(b"http://evil.example"), [origin; 3]),
            (own, Some(b"http://localhost:8080"), [origin; 3]),
            // Names with a byte outside ASCII are foreign.
            (own, Some(b"http://127.0.0.1:8080\xff"), [origin; 3]),
            (own, Some(b"\xe9"), [origin; 3]),
            (b"127.0.0.1:8080\xff", None, [host; 3]),
            (b"\xe9", None, [host; 3]),
            (b"evil\x80.example:8080", None, [host; 3]),
        ];
        for (from, named, expected) in cases {
            let names = [(HOST, Some(from)), (ORIGIN, named)];
            let names = names.into_iter().filter_map(|(name, value)| Some((name, value?)));
            let headers =
                names.map(|(name, value)| (name, HeaderValue::from_bytes(value).unwrap())).collect();
            let guard = guard("127.0.0.1:8080");
            let found = all.each_ref().map(|(method, path)| guard.objection(method, path, &headers));
            assert_eq!(found, expected, "{} {named:?}", from.escape_ascii());
        }
    }
}
