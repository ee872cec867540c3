vcl 4.1;

# Varnish 7 in front of the site. Needs the module xkey (Debian: varnish-modules), for PURGE by key.
#
# Change here: where the site listens, who may purge, and the proxy with TLS. The site has PURGE_URLS=varnish+http://{this
# cache} and TRUST_PROXY=true; TLS ends in front of Varnish (nginx-tls.conf). The file /etc/varnish/purge-secret, which
# Varnish can read and others cannot, has the same text as PURGE_SECRET of the site. It must not be empty. A new one is read
# with the next VCL.
#
# Several nodes: a copy of the three backends for each of them, under names of their own, and each backend in vcl_init.
# Every node names every cache in PURGE_URLS.

import directors;
import std;
import xkey;

# A node that no longer responds, or is not ready, is avoided within two seconds.
probe writes {
  .url = "/readyz/writer";
  .interval = 1s;
  .timeout = 0.8s;
  .window = 1;
  .threshold = 1;
}

probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 0.8s;
  .window = 1;
  .threshold = 1;
  .initial = 1;
}

probe lives {
  .url = "/healthz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 1;
  .initial = 1;
}

backend site_writes {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .probe = writes;
}

backend site_ready {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .probe = ready;
}

backend site_lives {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .probe = lives;
}

sub vcl_init {
  new writer = directors.fallback();
  new nodes = directors.shard();
  new any_node = directors.shard();

  writer.add_backend(site_writes);
  nodes.add_backend(site_ready);
  any_node.add_backend(site_lives);
}

acl purgers {
  "127.0.0.1";
  "::1";
}

# Proxies with TLS before this cache: the address of the visitor is the one that they forward.
acl tls_proxies {
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
  # For balancers and monitoring, which ask each node itself.
  if (req.url ~ "^/(healthz|readyz)(/|\?|$)") {
    return (synth(404));
  }
  # Varnish has added the address of the proxy. The site takes the last one for that of the visitor.
  if (client.ip ~ tls_proxies) {
    set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
  }
  set req.backend_hint = any_node.backend();
  unset req.http.X-Brotli;
  unset req.http.X-Only-Current;
  # One address, however the client writes the host.
  set req.http.Host = std.tolower(req.http.Host);
  # Only the site decides what staff, programs and forms get.
  if ((req.method != "GET" && req.method != "HEAD") || req.url ~ "^/(admin|api)") {
    return (pass);
  }
  # Parameters that campaigns and other sites add for their own counts. No page reads them.
  if (req.url ~ "\?") {
    set req.url = regsuball(req.url, "(?<=[?&])(utm_[^=&]*|gclid|gbraid|wbraid|dclid|gad_[^=&]*|fbclid|msclkid|mc_[^=&]*|igshid|igsh|li_fat_id|twclid|ttclid|yclid|_hsenc|_hsmi|mkt_tok)(=[^&]*)?(&|$)", "");
    set req.url = regsub(req.url, "[?&]+$", "");
  }
  if (req.url ~ "[%\\;]|//|/\.") {
    return (pass);
  }
  # Files that are not public yet are shown to staff, who have a session. To everybody else cookies make no difference.
  if (req.url ~ "^/(uploads|policies|variants)/" && req.http.Cookie ~ "session=") {
    return (pass);
  }
  unset req.http.Cookie;
  unset req.http.Authorization;
  # Varnish would refuse several ranges with 416. The site sends the whole file then.
  if (req.http.Range ~ ",") {
    unset req.http.Range;
  }
  # Varnish itself knows gzip only. Files that the site does not compress are stored once.
  if (req.http.Accept-Encoding ~ "(^|,)\s*br\s*(,|$)" && req.url !~ "^/(images|policies|uploads|variants)/") {
    set req.http.X-Brotli = "1";
  }
  # Stale responses until they are a minute old, while one request fetches the next version; for a day if the site is
  # down. Files are fresh for thirty seconds, pages for ten.
  if (req.restarts > 0) {
    set req.grace = 24h;
  } else if (std.healthy(req.backend_hint)) {
    set req.grace = 50s;
    if (req.url ~ "^/(policies|uploads|variants)/") {
      set req.grace = 30s;
    }
  }
  return (hash);
}

sub vcl_hash {
  if (req.http.X-Brotli) {
    hash_data("br");
  }
}

sub vcl_backend_fetch {
  if (bereq.http.X-Brotli) {
    set bereq.http.Accept-Encoding = "br";
    unset bereq.http.X-Brotli;
  }
  # What staff, programs and forms send is for the node that writes. Any other one says that it does not, and does nothing.
  # The node that writes has each change first. Files whose address changes with their content come from any node. A node
  # that is cut off from the others is not ready: it is asked only while no node is ready.
  if (bereq.retries == 0 && bereq.url !~ "^/(assets|variants)/" && std.healthy(writer.backend())) {
    set bereq.backend = writer.backend();
  } else if (std.healthy(nodes.backend())) {
    set bereq.backend = nodes.backend(by=HASH, alt=bereq.retries, healthy=ALL);
    # The second and the third choice were asked, and perhaps not the first.
    if (bereq.retries == 3) {
      set bereq.backend = nodes.backend(by=HASH, healthy=ALL);
    }
  } else {
    set bereq.backend = any_node.backend(by=HASH, alt=bereq.retries, healthy=ALL);
  }
  # A node that was halted costs a visitor two seconds: by then it is known, and another one is asked.
  if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.url !~ "^/(admin|api)") {
    set bereq.first_byte_timeout = 2s;
    if (bereq.retries > 0 && !bereq.http.If-None-Match) {
      set bereq.first_byte_timeout = 10s;
    }
  }
}

sub vcl_backend_response {
  # Another version of the site, such as during an update, has this file.
  if (beresp.status == 404 && bereq.url ~ "^/assets/" && bereq.retries < 2) {
    return (retry);
  }
  # This node has done nothing, because it does not write. Probes may be late, so the others are asked too.
  if (beresp.http.X-Nothing-Done && bereq.retries < 4 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
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
  # Small responses are complete before they are sent, so that one that a node does not finish is fetched from another.
  if (!beresp.uncacheable && std.integer(beresp.http.Content-Length, 0) < 1000000) {
    set beresp.do_stream = false;
    set bereq.between_bytes_timeout = 2s;
  }
  return (deliver);
}

sub vcl_backend_error {
  # The node has just died: another one is asked. What changes something is never sent twice: with 502, nginx-tls.conf asks
  # a node for the page that says so and shows a form again.
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
  if (bereq.method != "GET" && bereq.method != "HEAD") {
    set beresp.status = 502;
    set beresp.body = "The site did not respond. It may have saved this change. Check that before you send it again.";
  }
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
