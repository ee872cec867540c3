import { createHash } from 'node:crypto'
import http from 'node:http'
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
  /** By key, which begins with the name of the bucket. */
  objects: Map<string, { bytes: Buffer; headers: Record<string, string>; modified: Date }>
  stop: () => Promise<void>
}

/**
 * The part of S3 that the storage uses, in memory: for faults and for stores of other kinds. It does not check
 * signatures. The behaviour of a real store is tested on Ceph (`npm run test:s3`).
 */
export async function startMemoryS3({
  wantsBareTags = false,
  ignoresConditions = false,
  pageSize = 1_000,
}: MemoryS3Options = {}): Promise<MemoryS3> {
  const objects: MemoryS3['objects'] = new Map()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const key = decodeURIComponent(url.pathname.slice(1))
      const answer = respond(request, key, url.searchParams, Buffer.concat(chunks))
      response.writeHead(answer.status, answer.headers)
      response.end(request.method === 'HEAD' ? undefined : answer.body)
    })
  })

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
        modified: new Date(),
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
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(start) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const contents = page.map((key) => {
      const name = encodeURIComponent(key.slice(bucket.length + 1))
      return `<Contents><Key>${name}</Key><ETag>&quot;${tagOf(objects.get(key)?.bytes ?? '')}&quot;</ETag></Contents>`
    })
    const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : ''
    return { status: 200, body: `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>` }
  }

  return { endpoint: await listenOnLoopback(server), objects, stop: () => stopServer(server) }
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
