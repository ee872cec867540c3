import { createHash } from 'node:crypto'

/**
 * The policy a page is sent with. Inline scripts are allowed by the hash of their text and not by a nonce, so that a page
 * can be kept together with its headers. `origin` is the one the page was asked for under; scripts come from its
 * /assets/ alone, so that no upload can ever run as one. `frameOrigin` is what may be shown in a frame: the
 * map's host. Every page allows it, since the router opens the contact page under the policy of the first one.
 */
export function contentSecurityPolicy(html: string, origin: string, frameOrigin: string | undefined): string {
  const assets = `${origin}/assets/`
  return [
    `default-src 'none'`,
    `script-src ${[assets, ...inlineScriptHashes(html)].join(' ')}`,
    `style-src ${[assets, ...inlineStyleHashes(html)].join(' ')}`,
    `font-src ${assets}`,
    // blob: the preview of an image that staff have chosen but not yet uploaded.
    `img-src 'self' blob: data:`,
    `media-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `frame-src ${frameOrigin ?? `'none'`}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** CSP hash sources of all inline scripts that run; a data block such as JSON-LD needs none. */
function inlineScriptHashes(html: string) {
  const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g)]
  const hashes = scripts.flatMap(({ groups }) => {
    const { attributes = '', text = '' } = groups ?? {}
    if (/\ssrc=/.test(attributes) || /\stype="application\/(?:ld\+)?json"/.test(attributes)) return []
    return [hashSource(text)]
  })
  return new Set(hashes)
}

function inlineStyleHashes(html: string) {
  return new Set(Array.from(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, text = '']) => hashSource(text)))
}

function hashSource(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
