import { createReadStream } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { sha256 } from './digest.server.ts'

/** Bytes to send: in memory, or a file whose SHA-256 is known. */
export type S3Body = Uint8Array | { file: string; size: number; sha256: string }

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: S3Body
  /** Milliseconds without a byte after which the request has failed. */
  idleTimeout?: number
}

/** The store does not respond, or cannot do anything now. The request may have been carried out. */
export class S3Unavailable extends Error {
  override name = 'S3Unavailable'
}

/** The store refuses the request: wrong keys, no such bucket. */
export class S3Refused extends Error {
  override name = 'S3Refused'
}

const IDLE_TIMEOUT_MS = 5_000
/** For an upload or download of a large file. */
export const LARGE_IDLE_TIMEOUT_MS = 30_000
const MAX_SOCKETS = 32

/** Sends signed requests (AWS Signature Version 4) to a bucket. */
export class S3Sender {
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  }
  /** Signing keys, each valid for one day. */
  readonly #cache = new Map<string, ArrayBuffer>()
  /** Index of the gateway in use. */
  #gateway = 0
  #isClosed = false

  constructor(private readonly settings: StoreSettings) {}

  /**
   * Sends one request, without a retry. Resolves with the response once its head has arrived, whatever the status; its
   * body must be read or destroyed. Rejects with S3Unavailable if there is no response.
   */
  async send({
    method,
    key = '',
    query,
    headers = {},
    body,
    idleTimeout = IDLE_TIMEOUT_MS,
  }: S3Request): Promise<IncomingMessage> {
    if (this.#isClosed) throw new S3Refused('The connection to the store was closed')
    const { buckets, region, accessKeyId, secretAccessKey, sessionToken } = this.settings
    const gateway = this.#gateway % buckets.length
    const url = new URL(`${buckets[gateway] ?? ''}/${encodeKey(key)}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const isFile = body !== undefined && !(body instanceof Uint8Array)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': isFile ? body.sha256 : sha256(body ?? '') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      cache: this.#cache,
    })
    const signed = await signer.sign()
    const protocol = signed.url.protocol === 'https:' ? 'https:' : 'http:'
    const request = (protocol === 'https:' ? https : http).request(signed.url, {
      method,
      agent: this.#agents[protocol],
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body && { 'content-length': isFile ? body.size : body.byteLength }),
      },
    })
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve)
        request.on('error', reject)
        request.setTimeout(idleTimeout, () => {
          request.destroy(new Error(`No response within ${idleTimeout / 1000} s`))
        })
        if (!isFile) request.end(body)
        // The error of the request is more precise than that of the pipeline.
        else pipeline(createReadStream(body.file), request).catch((error: unknown) => request.destroy(toError(error)))
      })
    } catch (cause) {
      if (this.#gateway % buckets.length === gateway) this.#gateway += 1
      throw new S3Unavailable(`${url.origin} does not respond: ${toError(cause).message}`, { cause })
    }
  }

  close(): void {
    this.#isClosed = true
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }
}

/** Reads the body of a response. Rejects with S3Unavailable if it is incomplete or larger than `maxBytes`. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength
      if (length > maxBytes) throw new Error(`More than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    // Node reads a response that was already destroyed, such as by a timeout, as an empty one without an error.
    if (!response.readableEnded) throw new Error('The response was closed before it was read')
  } catch (cause) {
    throw new S3Unavailable(`A response of the store is incomplete: ${toError(cause).message}`, { cause })
  }
  return Buffer.concat(chunks, length)
}

/** As AWS Signature Version 4 requires: encodes every byte except unreserved characters and slashes. */
export function encodeKey(key: string) {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

function toError(error: unknown) {
  return error instanceof Error ? error : new Error(String(error))
}
