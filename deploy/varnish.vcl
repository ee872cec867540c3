vcl 4.1;

# Varnish 7 in front of the site. Needs the module xkey (Debian: varnish-modules), for PURGE by key.
#
# Change here: where the site listens, and who may purge. The site has PURGE_URLS=varnish+http://{this cache} and
# TRUST_PROXY=true; TLS ends in front of Varnish. The file /etc/varnish/purge-secret, which Varnish can read and others cannot,
# has the same text as PURGE_SECRET of the site. It must not be empty. A new one is read with the next VCL.
#
# Several nodes on one bucket: a copy of "backend site" for each, under a name of its own, and each of them in vcl_init. Every
# node names every cache in PURGE_URLS.

import directors;
import std;
import xkey;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 60s;
  .between_bytes_timeout = 60s;
  .probe = {
    .url = "/readyz";
    .interval = 2s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

sub vcl_init {
  new nodes = directors.round_robin();
  nodes.add_backend(site);
}

acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    # Without the file nobody may.
    set req.http.X-Secret = regsub(std.fileread("/etc/varnish/purge-secret"), "\s+$", "");
    if (req.http.X-Secret == "" || req.http.Authorization != "Bearer " + req.http.X-Secret) {
      return (synth(403));
    }
    # Gone, not only stale: the next request sees the change. Requests for the same page wait for one response.
    set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, "Purged " + req.http.X-Purged));
  }
  set req.backend_hint = nodes.backend();
  # One address, however the client writes the host.
  set req.http.Host = std.tolower(req.http.Host);
  # Only the site decides what staff, programs and forms get.
  if ((req.method != "GET" && req.method != "HEAD") || req.url ~ "^/(admin|api)" || req.url ~ "[%\\;]|//|/\.") {
    return (pass);
  }
  # Files that are not public yet are shown to staff. To everybody else cookies make no difference.
  if (req.url ~ "^/(uploads|policies|variants)/" && req.http.Cookie) {
    return (pass);
  }
  unset req.http.Cookie;
  unset req.http.Authorization;
  # Varnish would refuse several ranges with 416. The site sends the whole file then.
  if (req.http.Range ~ ",") {
    unset req.http.Range;
  }
  # Stale pages for a minute, while one request fetches the next version; for a day if the site is down.
  if (req.restarts > 0) {
    set req.grace = 24h;
  } else if (std.healthy(req.backend_hint)) {
    set req.grace = 60s;
  }
  return (hash);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "no-store|private" || beresp.status != 200) {
    set beresp.uncacheable = true;
    set beresp.ttl = 2s;
  } else if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.grace = 24h;
    set beresp.keep = 24h;
  } else {
    set beresp.uncacheable = true;
    set beresp.ttl = 2s;
  }
  return (deliver);
}

sub vcl_backend_error {
  # The node has just died: another one is asked. What changes something is never sent twice.
  if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 2) {
    return (retry);
  }
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.http.X-Not-Reached = "1";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Content-Type = "text/plain; charset=utf-8";
  set beresp.http.Retry-After = "5";
  set beresp.body = "The site cannot be reached at the moment. Try again in a minute.";
  return (deliver);
}

sub vcl_deliver {
  # The site went down and nobody has noticed yet: what is older than a minute is better than an error.
  if (resp.http.X-Not-Reached && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
    return (restart);
  }
  unset resp.http.X-Not-Reached;
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}
