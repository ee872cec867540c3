import { z } from 'zod'

/** What the Mozilla HTTP Observatory scans: the response to a request for the site's main page. */
interface ScannedResponse {
  headers: Headers
  html: string
}

/**
 * The score that the Mozilla HTTP Observatory gives an https site whose http address redirects to it, from the response
 * to a request for its main page. At least 0; 100 is already an A+.
 *
 * Rules: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring and the table of modifiers in
 * https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js (read in November 2026). If a rule has
 * several levels, each one that this site does not reach counts as the worst, so that the score is never too high.
 */
export function observatoryScore(response: ScannedResponse): number {
  const modifiers = Object.values(modifiersOf(response))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const withoutBonus = 100 + sum(modifiers.filter((modifier) => modifier < 0))
  // A site with serious faults gets no bonus.
  return Math.max(
    0,
    withoutBonus < 90 ? withoutBonus : withoutBonus + sum(modifiers.filter((modifier) => modifier > 0)),
  )
}

/** What each test of the Observatory adds or subtracts. */
export function modifiersOf({ headers, html }: ScannedResponse) {
  return {
    'content-security-policy': policyModifier(headers.get('Content-Security-Policy')),
    cookies: headers.has('Set-Cookie') ? -40 : 0,
    'cross-origin-resource-sharing': headers.has('Access-Control-Allow-Origin') ? -50 : 0,
    redirection: 0,
    'referrer-policy': referrerModifier(headers.get('Referrer-Policy')),
    'strict-transport-security': transportModifier(headers.get('Strict-Transport-Security')),
    'subresource-integrity': scriptsModifier(html),
    'x-content-type-options': headers.get('X-Content-Type-Options') === 'nosniff' ? 0 : -5,
    'x-frame-options': framesModifier(headers),
    'cross-origin-resource-policy': resourceModifier(headers.get('Cross-Origin-Resource-Policy')),
  }
}

function policyModifier(header: string | null) {
  if (header === null) return -25
  const policy = directivesOf(header)
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? []
  const styles = policy.get('style-src') ?? policy.get('default-src') ?? []
  if (scripts.length === 0 || scripts.some(isUnsafe)) return -25
  if ([...policy.values()].flat().some((source) => source.startsWith('http://'))) return -20
  if (styles.some(isUnsafe)) return 0
  const isTight = policy.get('default-src')?.join() === "'none'" && isOwnOrNone(policy.get('form-action'))
  return isTight ? 10 : 5
}

/** True for sources that allow any code: schemes and wildcards allow the scripts of every server. */
function isUnsafe(source: string) {
  return /^(?:'unsafe-inline'|'unsafe-eval'|\*|data:|blob:|https?:|ftp:|filesystem:)$/i.test(source)
}

function isOwnOrNone(sources: readonly string[] | undefined) {
  return sources?.every((source) => source === "'none'" || source === "'self'") ?? false
}

function directivesOf(policy: string) {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name.toLowerCase(), sources] as const
    }),
  )
}

function referrerModifier(header: string | null) {
  if (header === null) return 0
  return /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(header) ? 5 : -5
}

/** Requires six months. An entry in the browsers' preload lists, which would add 5, is not assumed. */
function transportModifier(header: string | null) {
  if (header === null) return -20
  const seconds = z.coerce.number().safeParse(/(?:^|;)\s*max-age=(\d+)/i.exec(header)?.[1])
  if (!seconds.success) return -20
  return seconds.data >= 15_768_000 ? 0 : -10
}

function scriptsModifier(html: string) {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map(([, source = '']) => source)
  return sources.every((source) => source.startsWith('/') && !source.startsWith('//')) ? 0 : -50
}

function framesModifier(headers: Headers) {
  const policy = directivesOf(headers.get('Content-Security-Policy') ?? '')
  if (isOwnOrNone(policy.get('frame-ancestors'))) return 5
  return /^(?:DENY|SAMEORIGIN)$/i.test(headers.get('X-Frame-Options') ?? '') ? 0 : -20
}

function resourceModifier(header: string | null) {
  if (header === null || header === 'cross-origin') return 0
  return header === 'same-origin' || header === 'same-site' ? 10 : -5
}
