import { MalformedBody } from './body-errors.ts'

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
