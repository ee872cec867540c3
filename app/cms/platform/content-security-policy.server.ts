import { createHash } from 'node:crypto'
import type { Env } from './env.server.ts'

interface PolicyParts {
  origin: string
  /** Further names of the site, with a port if only that port is allowed. */
  otherHosts?: readonly string[]
  /**
   * The origin that may be shown in a frame: the map's. Every public page allows it, because the router opens the
   * contact page under the policy of the first page.
   */
  frames?: string | undefined
  /** Inline scripts and styles that are allowed; none by default. */
  hashes?: InlineHashes
  /** True for a page that staff see in a frame: no scripts, no forms. */
  isPreview?: boolean
}

/**
 * The names of the site for the policy of a response. Behind a proxy they do not depend on the request, because a shared
 * cache may leave the name out of its key.
 */
export function ownNames(
  request: Request,
  { publicOrigin, allowedHosts, trustProxy }: Pick<Env, 'publicOrigin' | 'allowedHosts' | 'trustProxy'>,
): Pick<PolicyParts, 'origin' | 'otherHosts'> {
  return { origin: trustProxy ? publicOrigin : new URL(request.url).origin, otherHosts: allowedHosts }
}

/** CSP hash sources. */
interface InlineHashes {
  scripts: string[]
  styles: string[]
}

/**
 * The policy with which a page is sent. Inline scripts are allowed by the hash of their text and not by a nonce, so
 * that a page can be cached together with its headers. Other scripts are only allowed from the origin's /assets/, so
 * that no upload can ever run as a script.
 */
export function contentSecurityPolicy({
  origin,
  otherHosts = [],
  frames,
  hashes,
  isPreview = false,
}: PolicyParts): string {
  // Without a scheme, that of the page. All names are named, so that a shared cache may serve a page under any of them.
  const assets = [origin, ...otherHosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:*`))].map(
    (source) => `${source}/assets/`,
  )
  return [
    // Governs prefetches alone, as each kind of resource has its own directive below. Firefox asks no other one for the
    // pages that a link under the pointer prefetches.
    directive('default-src', isPreview ? [] : [`'self'`]),
    directive('script-src', isPreview ? [] : [...assets, ...(hashes?.scripts ?? [])]),
    directive('style-src', [...assets, ...(hashes?.styles ?? [])]),
    directive('font-src', assets),
    // blob: is for the preview of an image that staff have chosen but not yet uploaded.
    directive('img-src', [`'self'`, 'blob:', 'data:']),
    directive('media-src', [`'self'`]),
    directive('connect-src', [`'self'`]),
    directive('manifest-src', [`'self'`]),
    directive('object-src', []),
    directive('worker-src', []),
    directive('frame-src', frames === undefined ? [] : [frames]),
    directive('form-action', isPreview ? [] : [`'self'`]),
    directive('base-uri', []),
    directive('frame-ancestors', isPreview ? [`'self'`] : []),
  ].join('; ')
}

/** Leaves out a source that would end its directive and begin another one, or another policy. */
function directive(name: string, sources: readonly string[]) {
  const usable = sources.filter((source) => /^[^\s;,]+$/.test(source))
  return `${name} ${usable.length > 0 ? usable.join(' ') : `'none'`}`
}

/**
 * Hashes of our own inline scripts and styles in a rendered page: those with `nonce`, which is random, so that no text
 * of a page can contain it. Markup that got into the page in another way gets no hash.
 */
export function inlineHashes(html: string, nonce: string): InlineHashes {
  // React escapes angle brackets in attributes.
  const elements = Array.from(
    html.matchAll(/<(script|style)([^<>]*)>/g),
    ({ 0: tag, 1: name, 2: attributes, index }) => ({
      name,
      isOwn: attributes?.includes(nonceAttribute(nonce)) === true,
      text: html.slice(index + tag.length, html.indexOf(`</${name}`, index)),
    }),
  )
  const hashesOf = (wanted: string) => {
    const own = elements.filter(({ name, isOwn }) => isOwn && name === wanted)
    return [...new Set(own.map(({ text }) => hashSource(text)))]
  }
  return { scripts: hashesOf('script'), styles: hashesOf('style') }
}

/** The source that allows an inline script or style with this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The page as it is sent: without the nonce it is the same each time, so that it can be cached. */
export function withoutNonce(html: string, nonce: string): string {
  return html.replaceAll(nonceAttribute(nonce), '')
}

function nonceAttribute(nonce: string) {
  return ` nonce="${nonce}"`
}
