import { createHash } from 'node:crypto'
import http from 'node:http'
import { isAfter } from '#app/cms/storage/bucket/list-parts.ts'
import { listenOnLoopback } from './listen.ts'

export interface MemoryS3Options {
  /** Like Ceph: `If-Match` with quotes never matches. */
  wantsBareTags?: boolean
  /** Like a store that must not be used. */
  ignoresConditions?: boolean
  /** Names in one page of a list. */
  pageSize?: number
}

export interface MemoryS3 {
  endpoint: string
  /** The clock of the store: milliseconds ahead of this machine's. */
  clock: { ahead: number }
  /** The store stands still for so long (ms), as with a busy disk: it reads requests, and carries them out later. */
  pause: (ms: number) => void
  /** By key, which begins with the name of the bucket. */
  objects: Map<string, { bytes: Buffer; headers: Record<string, string>; modified: Date }>
  stop: () => Promise<void>
}

/** A request signed in its headers may be so old, or so early (ms). */
const MAX_SKEW_MS = 15 * 60_000

/**
 * The part of S3 that the storage uses, in memory: for faults and for stores of other kinds. It checks the dates of
 * signatures as AWS and Ceph do, when the head of a request has come, but not the signatures. The behaviour of a real
 * store is tested on Ceph (`npm run test:s3`).
 */
export async function startMemoryS3({
  wantsBareTags = false,
  ignoresConditions = false,
  pageSize = 1_000,
}: MemoryS3Options = {}): Promise<MemoryS3> {
  const objects: MemoryS3['objects'] = new Map()
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  let pausedUntil = 0
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    const url = new URL(request.url ?? '/', 'http://localhost')
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      setTimeout(
        () => {
          const key = decodeURIComponent(url.pathname.slice(1))
          const answer =
            refusalOf(request, url.searchParams) ?? respond(request, key, url.searchParams, Buffer.concat(chunks))
          response.writeHead(answer.status, { date: new Date(now()).toUTCString(), ...answer.headers })
          response.end(request.method === 'HEAD' ? undefined : answer.body)
        },
        Math.max(0, pausedUntil - performance.now()),
      )
    })
  })

  function refusalOf(
    { headers }: http.IncomingMessage,
    query: URLSearchParams,
  ): { status: number; headers?: Record<string, string>; body?: string } | undefined {
    const refuse = (code: string, message = '') => ({
      status: 403,
      body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    })
    const isInQuery = query.has('X-Amz-Signature')
    const signed = isInQuery
      ? query.get('X-Amz-SignedHeaders')
      : /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1]
    if (signed === undefined || signed === null) return refuse('AccessDenied')
    const names = new Set(signed.split(';'))
    const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !names.has(name))
    if (unsigned.length > 0) return refuse('AccessDenied', `Not signed: ${unsigned.join()}`)
    const date = parseDate(isInQuery ? query.get('X-Amz-Date') : headers['x-amz-date'])
    if (!isInQuery) return Math.abs(now() - date) <= MAX_SKEW_MS ? undefined : refuse('RequestTimeTooSkewed')
    if (date > now() + MAX_SKEW_MS) return refuse('AccessDenied', 'Request is not valid yet')
    const expires = date + Number(query.get('X-Amz-Expires')) * 1_000
    return now() < expires ? undefined : refuse('AccessDenied', 'Request has expired')
  }

  function respond(
    { method, headers }: http.IncomingMessage,
    key: string,
    query: URLSearchParams,
    bytes: Buffer,
  ): { status: number; headers?: Record<string, string>; body?: Buffer | string } {
    const isBucket = !key.includes('/') || key.endsWith('/')
    if (method === 'GET' && query.has('list-type')) return list(key.replace(/\/$/, ''), query)
    if (method === 'PUT' && isBucket) return { status: 200 }
    const found = objects.get(key)
    const tag = found && `"${tagOf(found.bytes)}"`
    if (method === 'PUT') {
      const ifMatch = headers['if-match']
      const wanted = wantsBareTags ? tag?.replaceAll('"', '') : tag
      if (!ignoresConditions && headers['if-none-match'] === '*' && found) return { status: 412 }
      if (!ignoresConditions && ifMatch !== undefined && ifMatch !== wanted) return { status: found ? 412 : 404 }
      const source = headers['x-amz-copy-source']
      const copied = typeof source === 'string' ? objects.get(decodeURIComponent(source.slice(1))) : undefined
      if (source !== undefined && !copied) return { status: 404 }
      const named = ['x-amz-meta-commit', 'x-amz-meta-before', 'x-amz-meta-with'].flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value] as const] : []
      })
      const written = copied?.bytes ?? bytes
      objects.set(key, {
        bytes: written,
        headers: copied?.headers ?? Object.fromEntries(named),
        modified: new Date(now()),
      })
      const etag = `"${tagOf(written)}"`
      return {
        status: 200,
        headers: { etag },
        body: copied ? `<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>` : '',
      }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (!found || tag === undefined) return { status: 404 }
    if (headers['if-none-match'] === tag) return { status: 304 }
    return {
      status: 200,
      body: found.bytes,
      headers: {
        etag: tag,
        'content-length': String(found.bytes.length),
        'last-modified': found.modified.toUTCString(),
        ...found.headers,
      },
    }
  }

  function list(bucket: string, query: URLSearchParams) {
    const start = `${bucket}/${query.get('prefix') ?? ''}`
    const startAfter = query.get('start-after')
    const after = query.get('continuation-token') ?? (startAfter === null ? '' : `${bucket}/${startAfter}`)
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(start) && isAfter(key, after))
      .sort((one, other) => (isAfter(one, other) ? 1 : -1))
    const page = keys.slice(0, pageSize)
    const contents = page.map((key) => {
      const name = encodeURIComponent(key.slice(bucket.length + 1))
      return `<Contents><Key>${name}</Key><ETag>&quot;${tagOf(objects.get(key)?.bytes ?? '')}&quot;</ETag></Contents>`
    })
    const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : ''
    return { status: 200, body: `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>` }
  }

  return {
    endpoint: await listenOnLoopback(server),
    objects,
    clock,
    pause(ms) {
      pausedUntil = performance.now() + ms
    },
    stop: () => stopServer(server),
  }
}

/** Parses `20260131T120000Z`. */
function parseDate(text: string | string[] | null | undefined) {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(typeof text === 'string' ? text : '') ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds))
}

export function stopServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeAllConnections()
  })
}

function tagOf(bytes: string | Buffer) {
  return createHash('md5').update(bytes).digest('hex')
}
