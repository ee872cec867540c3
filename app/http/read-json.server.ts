import { refuseEncodedBody } from './body-encoding.ts'
import { MalformedBody } from './body-errors.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.server.ts'

const MEGABYTE = 1024 * 1024

/**
 * The JSON body of a request, at most `limit` bytes (1 MB). Throws BodyTooLarge, and MalformedBody where it is of another
 * content type or compressed (415), not UTF-8, or what parseJson refuses.
 */
export async function readJson(request: Request, limit = MEGABYTE): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) {
    throw new MalformedBody('Send the body as application/json.', 415)
  }
  refuseEncodedBody(request)
  return parseJson(decode(await readBody(request, limit)))
}

function isJson(contentType: string | null) {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType)
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new MalformedBody('The body is not valid UTF-8.', 400, { cause })
  }
}
