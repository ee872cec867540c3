import { MalformedBody, BodyTooLarge } from './http-error.ts'

/**
 * Throws MalformedBody (415) for a body that is compressed or in another charset than UTF-8: we read neither, and a small
 * compressed body could become a huge one.
 */
export function refuseEncodedBody(request: Request): void {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding !== '' && coding !== 'identity') {
    throw new MalformedBody('Send the body without Content-Encoding.', 415)
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers.get('content-type') ?? '')?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new MalformedBody('Send the body in UTF-8.', 415)
  }
}

/** Reads a body into memory, at most `limit` bytes. A longer one is given up while it arrives: BodyTooLarge. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > limit) {
      await reader?.cancel()
      throw tooLarge(limit)
    }
    chunks.push(part.value)
  }
  return new Uint8Array(Buffer.concat(chunks, length))
}

function tooLarge(limit: number) {
  return new BodyTooLarge(`This is more than the ${limit / 1024} kB that can be sent here.`)
}
