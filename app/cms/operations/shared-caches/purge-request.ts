import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import type { CacheKind, SharedCache } from '#app/cms/platform/env-variables.server.ts'

interface PurgeRequest {
  url: string
  method: 'POST' | 'PURGE'
  headers: Record<string, string>
  body?: string
}

interface Adapter {
  /** The maximum of keys in one call. */
  maxKeys: number
  request: (url: string, keys: readonly string[], secret: string) => PurgeRequest
  /** True if the body of a 2xx response says that it was done. */
  isDone?: (body: unknown) => boolean
}

const adapters: Record<CacheKind, Adapter> = {
  // For the Varnish module xkey, to which deploy/varnish.vcl passes the header.
  varnish: {
    maxKeys: 100,
    request: (url, keys, secret) => ({
      url,
      method: 'PURGE',
      headers: { authorization: `Bearer ${secret}`, 'surrogate-key': keys.join(' ') },
    }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/
  cloudflare: {
    maxKeys: 30,
    request: (url, keys, secret) => ({
      url: `${url}/purge_cache`,
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    }),
    isDone: (body) => z.object({ success: z.literal(true) }).safeParse(body).success,
  },
  // https://www.fastly.com/documentation/reference/api/purging/
  fastly: {
    maxKeys: 256,
    request: (url, keys, secret) => ({
      url: `${url}/purge`,
      method: 'POST',
      headers: { 'fastly-key': secret, 'surrogate-key': keys.join(' '), accept: 'application/json' },
    }),
  },
}

/** The most that is read of a response. */
const MAX_RESPONSE_BYTES = 64_000

/**
 * Purges all responses that have one of the keys. Rejects with an Error whose message an operator can understand, and
 * when `signal` is aborted.
 */
export async function purge(
  { kind, url }: SharedCache,
  { keys, secret, signal }: { keys: readonly string[]; secret: string; signal: AbortSignal },
): Promise<void> {
  const { maxKeys, request, isDone } = adapters[kind]
  for (let at = 0; at < keys.length; at += maxKeys) {
    const { status, body } = await send(request(url, keys.slice(at, at + maxKeys), secret), signal)
    if (status < 200 || status > 299) throw new Error(`The cache responded with ${status}: ${body.slice(0, 200)}`)
    if (isDone && !isDone(parsed(body))) throw new Error(`The cache did not accept the purge: ${body.slice(0, 200)}`)
  }
}

/**
 * Sends one request on a connection of its own and follows no redirect. Not with `fetch`, which sometimes never settles
 * if the connection is closed at once (Node 20.20).
 */
function send(
  { url, method, headers, body = '' }: PurgeRequest,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const sending = request(url, {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
    })
    sending.on('error', reject)
    sending.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < MAX_RESPONSE_BYTES) text += chunk
      })
      response.on('error', reject)
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, body: text })
      })
      response.once('close', () => {
        reject(new Error('The cache closed the connection before its response was complete'))
      })
    })
    sending.end(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
