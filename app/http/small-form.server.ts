import { refuseEncodedBody } from './body-encoding.ts'
import { MalformedBody } from './body-errors.ts'
import { readBody } from './read-body.server.ts'

const SMALL_FORM_LIMIT = 16 * 1024

export interface SmallForm {
  /** Values by name; of a name sent twice the last. */
  fields: Record<string, unknown>
  /** The request once more with its body unread, for a reader of its own that knows no limit. */
  unread: Request
}

/** True for the body types of HTML forms. */
export function isForm(request: Request): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(
    request.headers.get('content-type') ?? '',
  )
}

/** Reads a form without files, at most `limit` bytes (16 kB). Throws BodyTooLarge and MalformedBody. */
export async function readSmallForm(request: Request, limit = SMALL_FORM_LIMIT): Promise<SmallForm> {
  if (!isForm(request)) throw new MalformedBody('Send the body as a form.', 415)
  refuseEncodedBody(request)
  const { url, method, headers } = request
  const unread = new Request(url, { method, headers, body: await readBody(request, limit) })
  try {
    return { fields: Object.fromEntries(await unread.clone().formData()), unread }
  } catch (cause) {
    throw new MalformedBody('The form could not be read.', 400, { cause })
  }
}
