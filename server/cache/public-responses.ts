import type { FileBody, HostInterface } from '#app/cms/host-interface.ts'
import { CachedResponse, headerOf, mergeHeaders, type BufferedResponse, type Header } from './cached-response.ts'
import { LargeFiles } from './large-files.ts'
import { MAX_USUAL_BYTES, NOT_YET, ResponseCache, type CacheSource } from './response-cache.ts'
import type { UnreadBodies } from './unread-bodies.ts'

/** Handles a request, as Remix's request handler does. */
export type Handle = (request: Request) => Promise<Response>

const MB = 1024 * 1024

/** The most bytes of cached files: the images that pages show, and most documents. */
const MAX_ALL_FILES_BYTES = 24 * MB

/** The most bytes of cached files above `MAX_USUAL_BYTES`: the documents that many people download at the moment. */
const MAX_LARGE_FILE_BYTES = 32 * MB

interface PublicResponsesOptions {
  host: Pick<HostInterface, 'publicDocuments' | 'isPublicFile' | 'serveFile'>
  handle: Handle
  origin: string
  /** Headers that every response gets unless it sets them itself. */
  headers: readonly Header[]
  /** True for addresses that the host itself serves: the app does not know them, yet they exist. */
  isOwn: (target: string) => boolean
  /** What clients of the responses hold. */
  unread: Pick<UnreadBodies, 'largeBytes'>
}

/**
 * The app's responses that are the same for everyone, cached until content changes: pages with their data, files, and
 * the one page for all unknown addresses.
 */
export function publicResponses({ host, handle, origin, headers, isOwn, unread }: PublicResponsesOptions): {
  documents: CacheSource
  files: CacheSource
  unknown: CacheSource
} {
  const pages = new ResponseCache({ origin, entries: 1_000, bytes: 20 * MB })
  const largeFiles = new LargeFiles(unread)
  const withHeaders = (response: BufferedResponse | undefined) =>
    response && { ...response, headers: mergeHeaders(response.headers, headers) }
  return {
    documents: {
      cache: pages,
      hasRanges: false,
      keyOf: (target) => host.publicDocuments.addressOf(target),
      load: async (address) => {
        const response = await renderDocument(handle, origin, address)
        return withHeaders(
          response && {
            ...response,
            headers: [...response.headers, ...host.publicDocuments.sharedCacheHeaders(address)],
          },
        )
      },
    },
    unknown: {
      cache: pages,
      hasRanges: false,
      isShared: true,
      keyOf: (target) => (isOwn(target) ? undefined : host.publicDocuments.unknownAddressOf(target)),
      load: async (address) => withHeaders(await renderDocument(handle, origin, address, 404)),
    },
    files: {
      cache: new ResponseCache({
        origin,
        entries: 2_000,
        bytes: MAX_ALL_FILES_BYTES,
        largeBytes: MAX_LARGE_FILE_BYTES,
      }),
      hasRanges: true,
      // No query is part of a file's name: clients could otherwise fill the memory with copies of one file.
      keyOf: (target) => (host.isPublicFile(target) ? target : undefined),
      load: async (address, earlier) => {
        const read = await readFile(host, address, { earlier, largeFiles })
        return read === NOT_YET || read instanceof CachedResponse ? read : withHeaders(read)
      },
    },
  }
}

/**
 * Requests a public document from the app. The request is created here and contains only the address, so nothing that a
 * visitor sent can become part of what others see. Undefined if the response must not be cached: its status is not
 * `status`, a 200 lacks `Cache-Control: public`, it sets a cookie, or it varies.
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

/**
 * Reads a file for the cache, or returns `earlier` if its ETag is still that of the file. Its bytes are sent as they
 * are, because its ETag is strong.
 */
async function readFile(
  host: PublicResponsesOptions['host'],
  address: string,
  { earlier, largeFiles }: { earlier: CachedResponse | undefined; largeFiles: LargeFiles },
): Promise<BufferedResponse | CachedResponse | typeof NOT_YET | undefined> {
  const header = (name: string) => (name === 'if-none-match' ? earlier?.etag : undefined)
  const response = await host.serveFile(address, { method: 'GET', header })
  const isPublic = headerOf(response, 'Cache-Control')?.startsWith('public') === true
  if (response.status === 304 && isPublic) return earlier
  const { body } = response
  const isCached = response.status === 200 && isPublic
  const bytes = isCached && body && (await readBytes(address, body, largeFiles))
  if (!bytes || bytes === NOT_YET) {
    await body?.close()
    return bytes || undefined
  }
  const headers = response.headers.filter(([name]) => name !== 'Content-Length')
  return { headers, body: bytes, isExact: true }
}

function readBytes(address: string, body: FileBody, largeFiles: LargeFiles) {
  const read = () => readAll(body)
  return body.size <= MAX_USUAL_BYTES ? read() : largeFiles.read(address, body.size, read)
}

async function readAll(body: FileBody) {
  const bytes = Buffer.allocUnsafeSlow(body.size)
  try {
    for (let filled = 0; filled < bytes.length;) {
      const count = await body.read(bytes.subarray(filled))
      if (count === 0) throw new Error(`A file ends after ${filled} of ${bytes.length} bytes`)
      filled += count
    }
  } finally {
    await body.close()
  }
  return bytes
}
