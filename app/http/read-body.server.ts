import { BodyTooLarge } from './body-errors.ts'

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
