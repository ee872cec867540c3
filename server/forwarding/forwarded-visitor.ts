import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What the first process knows of a request that it passes on to the writer: the writer sees only the process. */
export interface ForwardedVisitor {
  /** Address of the visitor. */
  clientAddress: string
  /** The checked origin under which the visitor uses the site. */
  origin: string
  /** The id of the request, so that both logs have the same. */
  requestId: string
  trace: { traceId: string; parentId: string } | undefined
}

/** The one header that names the visitor to the writer. Without the right signature, the request is refused. */
export const VISITOR_HEADER = 'x-forwarded-visitor'

/**
 * The value of the header: the fields of the visitor, and their signature. The secret itself is never sent, so that
 * neither a client nor a log between the processes has it.
 */
export function signVisitor({ clientAddress, origin, requestId, trace }: ForwardedVisitor, secret: string): string {
  const fields = new URLSearchParams({ clientAddress, origin, requestId, ...trace }).toString()
  return `${fields};${signatureOf(fields, secret)}`
}

/** The visitor that a header names; undefined if this secret has not signed it. */
export function readVisitor(header: string, secret: string): ForwardedVisitor | undefined {
  const [text = '', signature = ''] = header.split(';', 2)
  const expected = Buffer.from(signatureOf(text, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const fields = new URLSearchParams(text)
  const [clientAddress, origin, requestId] = [
    fields.get('clientAddress'),
    fields.get('origin'),
    fields.get('requestId'),
  ]
  if (clientAddress === null || origin === null || requestId === null) return undefined
  const [traceId, parentId] = [fields.get('traceId'), fields.get('parentId')]
  return { clientAddress, origin, requestId, trace: traceId && parentId ? { traceId, parentId } : undefined }
}

function signatureOf(fields: string, secret: string) {
  return createHmac('sha256', secret).update(fields).digest('base64url')
}

const visitors = new WeakMap<object, ForwardedVisitor>()

/** Notes the visitor of a request that another process has passed on. */
export function noteForwardedVisitor(request: IncomingMessage, visitor: ForwardedVisitor): void {
  visitors.set(request, visitor)
}

/** The visitor of a request that another process has passed on; undefined for a request of a visitor's own. */
export function forwardedVisitorOf(request: object): ForwardedVisitor | undefined {
  return visitors.get(request)
}
