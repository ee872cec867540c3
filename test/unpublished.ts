import { sendUnchanged, type Asked } from './send-unchanged.ts'

/** Requests that could reveal what a release will publish, and responses that can be compared. */

/** Only the release contains this word. `TWIN` has the same length, and no content ever contains it. */
export const WORD = 'zyxomer'
export const TWIN = 'zyxowen'

/** Methods and headers to which an address that exists could respond in another way. */
export const REQUESTS: Asked[] = [
  {},
  { method: 'HEAD' },
  { method: 'POST' },
  { headers: { range: 'bytes=0-99' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { 'if-match': '*' } },
  { headers: { 'if-modified-since': 'Wed, 21 Oct 2065 07:28:00 GMT' } },
  { headers: { 'accept-encoding': 'br' } },
  { headers: { cookie: 'session=forged' } },
]

/** Spellings of an address with the word that the site may treat as the same address. */
export function spellingsOf(address: string) {
  return [
    address.replace(WORD, WORD.toUpperCase()),
    address.replace('/', '//'),
    address.replace(/\/([^/]+)$/, '//$1'),
    address.replace(/\/([^/]+)$/, '/./$1'),
    address.replace(/\/([^/]+)$/, '/x/../$1'),
    address.replace(/\/([^/]+)$/, '%2F$1'),
    address.replace(WORD, `%7A${WORD.slice(1)}`),
    `${address}/`,
    `${address}?v=1`,
    `${address}.data`,
    `${address}/watch`,
  ]
}

/**
 * Header fields that differ between any two responses. The host closes a connection after some number of requests, so
 * that the fields of the connection depend on the requests before.
 */
const NOT_COMPARED = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])

/** Sends a request, and removes from the response what differs between any two. */
export async function send(port: number, target: string, asked?: Asked) {
  const { status, headers, body } = await sendUnchanged(port, target, asked)
  const compared = Object.entries(headers).filter(([name]) => !NOT_COMPARED.has(name))
  return {
    status,
    headers: JSON.stringify(compared).replaceAll(TWIN, WORD),
    body: body
      .toString('latin1')
      .replace(/Request [\w-]+|"requestId":"[\w-]+"/, '')
      .replaceAll(TWIN, WORD),
  }
}
