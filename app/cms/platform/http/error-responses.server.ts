import { ExpectedError, type FieldMessages } from '#app/cms/platform/expected-error.ts'
import { ConfirmationNeeded } from './confirmation.server.ts'

/** Returns an expected error, for a screen that shows its message. Throws any other error, and a question to its author. */
export function requireExpected(error: unknown): ExpectedError {
  if (error instanceof ExpectedError && !(error instanceof ConfirmationNeeded)) return error
  throw error
}

/** Calls `act`. An expected error becomes a response, to be thrown, whose text the error page shows. */
export async function withPageRefusals<Result>(act: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof ExpectedError ? pageRefusal(error) : error
  }
}

/** A response whose text the error page shows. */
export function pageRefusal(error: Pick<ExpectedError, 'status' | 'message' | 'retryAfter'>) {
  return new Response(error.message, {
    status: error.status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...retryHeader(error) },
  })
}

/** How a form is shown again after an expected error. */
interface FormRefusal {
  status: number
  headers: Record<string, string>
  /** Messages by field; those of `form` concern the whole form. */
  errors: FieldMessages
}

/** What a form shows of an expected error, beside what was typed. Throws any other error. */
export function formRefusal(error: unknown): FormRefusal {
  const expected = requireExpected(error)
  const { status, message, field = 'form' } = expected
  return { status, headers: retryHeader(expected), errors: { [field]: [message] } }
}

/**
 * Response to a failed API request: `{ error: { code, message, fields?, requestId } }` with the status that belongs to
 * the error. An unexpected error becomes a 500 that does not reveal its cause.
 */
export function apiErrorResponse(error: unknown, requestId: string): Response {
  const expected = error instanceof ExpectedError ? error : unexpected
  const { status, code, headers } = expected
  return Response.json(
    { error: { code, ...messageOf(expected), requestId } },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(status === 401 && askForToken),
        ...retryHeader(expected),
        ...headers,
      },
    },
  )
}

const unexpected = new ExpectedError(
  500,
  'Something went wrong on the server. Its log has the cause under this request id.',
  { code: 'unexpected' },
)

/** Limits the length of the response, however many fields are not valid. */
const MAX_FIELDS = 100

function messageOf({ status, message, fields }: ExpectedError) {
  if (!fields) return { message }
  const { '': ofAll = [], ...ofFields } = fields
  const entries = Object.entries(ofFields)
  const isCut = entries.length > MAX_FIELDS
  const more = isCut ? ` The first ${MAX_FIELDS} are listed.` : ''
  return {
    message: status === 422 ? sentencesOf(ofAll, entries.length) + more : message,
    fields: isCut ? Object.fromEntries(entries.slice(0, MAX_FIELDS)) : ofFields,
  }
}

/** What concerns the whole content. The messages of the fields say what is wrong with each. */
function sentencesOf(ofAll: readonly string[], fields: number): string {
  const sentences = ofAll.map((one) => one.replace(/\.?$/, '.'))
  return (fields > 0 || sentences.length === 0 ? [...sentences, 'Some fields are not valid.'] : sentences).join(' ')
}

/** RFC 9110, 15.5.2: a 401 must say how to sign in. */
const askForToken = { 'www-authenticate': 'Bearer' }

/** When to try again what is not possible now (s). */
const RETRY_AFTER_S = 5

/** Sets Retry-After of a response with status 503 that does not have it: what is refused now may be possible soon. */
export function setRetryAfter(status: number, headers: Headers): void {
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_AFTER_S))
}

function retryHeader({ status, retryAfter }: Pick<ExpectedError, 'status' | 'retryAfter'>): Record<string, string> {
  const seconds = retryAfter ?? (status === 503 ? RETRY_AFTER_S : undefined)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
