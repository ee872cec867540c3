import type { FileBody, HostInterface } from '../host-interface.ts'
import { headerOf, mergeHeaders, type BufferedResponse, type Header } from './cached-response.ts'
import { ResponseCache, type CacheSource } from './response-cache.ts'

/** Handles a request, as Remix's request handler does. */
export type Handle = (request: Request) => Promise<Response>

const MB = 1024 * 1024

/** Images up to this size are cached: the variants that pages show. Larger ones are read from disk as they are sent. */
const LARGEST_IMAGE = 128 * 1024

interface PublicResponsesOptions {
  host: Pick<HostInterface, 'publicDocuments' | 'isFileAddress' | 'serveFile'>
  handle: Handle
  origin: string
  /** Headers of every response that does not set them itself. */
  headers: readonly Header[]
  /** True for addresses that the host itself serves: the app does not know them, yet they exist. */
  isOwn: (target: string) => boolean
}

/**
 * The app's responses that are the same for everyone, cached until content changes: pages with their data, small images, and the
 * one page for all unknown addresses.
 */
export function publicResponses({ host, handle, origin, headers, isOwn }: PublicResponsesOptions): {
  documents: CacheSource
  images: CacheSource
  unknown: CacheSource
} {
  const pages = new ResponseCache({ origin, entries: 1_000, bytes: 20 * MB })
  const ask: Handle = (request) =>
    host.publicDocuments.forSharedCaches(request.url.slice(origin.length), () => handle(request))
  const withHeaders = (response: BufferedResponse | undefined) =>
    response && { ...response, headers: mergeHeaders(response.headers, headers) }
  return {
    documents: {
      cache: pages,
      hasRanges: false,
      keyOf: (target) => host.publicDocuments.addressOf(target),
      load: async (address) => withHeaders(await renderDocument(ask, origin, address)),
    },
    unknown: {
      cache: pages,
      hasRanges: false,
      isShared: true,
      keyOf: (target) => (isOwn(target) ? undefined : host.publicDocuments.unknownAddressOf(target)),
      load: async (address) => withHeaders(await renderDocument(handle, origin, address, 404)),
    },
    images: {
      cache: new ResponseCache({ origin, entries: 1_000, bytes: 12 * MB }),
      hasRanges: true,
      keyOf: (target) => (isImage(target) && host.isFileAddress(target) ? target : undefined),
      load: async (address) => withHeaders(await readImage(host, address)),
    },
  }
}

/**
 * Asks the app for a public document. The request is made here and holds nothing but the address, so nothing a visitor sent
 * can become part of what others see. Undefined if the response must not be cached: it is not a 200 with `Cache-Control:
 * public`, nor the 404 that was asked for (`status`), or it sets a cookie, or varies.
 */
async function renderDocument(
  handle: Handle,
  origin: string,
  address: string,
  status: 200 | 404 = 200,
): Promise<BufferedResponse | undefined> {
  const response = await handle(new Request(origin + address))
  const { headers } = response
  const isPublic = status === 404 || /\bpublic\b/.test(headers.get('Cache-Control') ?? '')
  if (response.status !== status || !isPublic || headers.has('Set-Cookie') || headers.has('Vary')) {
    await response.body?.cancel()
    return undefined
  }
  const isExact = headers.get('ETag')?.startsWith('"') === true
  return { status, headers: [...headers].map(inTitleCase), body: Buffer.from(await response.arrayBuffer()), isExact }
}

function inTitleCase([name, value]: [string, string]) {
  return [name.replace(/(?:^|-)[a-z]/g, (initial) => initial.toUpperCase()), value] as const
}

/** Without a query: a client that adds queries to an image's address must not fill the memory with copies. */
function isImage(target: string) {
  return /\.(?:avif|webp|jpe?g|png|svg)$/.test(target) && !target.includes('?')
}

async function readImage(host: PublicResponsesOptions['host'], address: string): Promise<BufferedResponse | undefined> {
  const response = await host.serveFile(address, { method: 'GET', header: () => undefined })
  const isCached =
    response.status === 200 &&
    Number(headerOf(response, 'Content-Length')) <= LARGEST_IMAGE &&
    headerOf(response, 'Cache-Control')?.startsWith('public')
  if (!isCached || !response.body) {
    await response.body?.close()
    return undefined
  }
  return { headers: response.headers.filter(([name]) => name !== 'Content-Length'), body: await readAll(response.body) }
}

async function readAll(body: FileBody) {
  const bytes = Buffer.allocUnsafeSlow(body.size)
  try {
    for (let filled = 0; filled < bytes.length;) {
      const count = await body.read(bytes.subarray(filled))
      if (count === 0) throw new Error(`An image ends after ${filled} of ${bytes.length} bytes`)
      filled += count
    }
  } finally {
    await body.close()
  }
  return bytes
}
