/** Messages by field; a nested field has a dotted path such as `slides.2.title`, the whole value has ''. */
export type FieldMessages = Record<string, string[]>

export interface FieldIssue {
  path: string
  message: string
}

interface ExpectedErrorOptions extends ErrorOptions {
  /** For programs. Left out: derived from the status. */
  code?: string | undefined
  /** The field of a form that the message belongs to. Left out: it concerns the whole form. */
  field?: string | undefined
  /** What is wrong with each field of the input, for the API. */
  fields?: FieldMessages | undefined
  /** Seconds after which the same request may succeed. */
  retryAfter?: number | undefined
  /** Further headers of the API's response. */
  headers?: Record<string, string> | undefined
}

/**
 * A failure that the program expects, such as input that is not valid, a conflict or a full disk. Its message is
 * written for the person who reads it. `app/cms/platform/http/error-responses.server.ts` makes the response of a page, a form or the
 * API of it. Any other error is a fault of the program: its response is a 500 without its message, and it is logged.
 *
 * A class of its own is only for errors that some code treats in a way of their own.
 */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
  /** For programs. */
  readonly code: string
  readonly field: string | undefined
  readonly fields: FieldMessages | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(
    /** Status of the HTTP response that reports the error. */
    readonly status: number,
    message: string,
    { code, field, fields, retryAfter, headers, ...options }: ExpectedErrorOptions = {},
  ) {
    super(message, options)
    this.code = code ?? codeOfStatus(status)
    this.field = field
    this.fields = fields
    this.retryAfter = retryAfter
    this.headers = headers
  }
}

/** Limits the length of a response. */
const MAX_PATH_LENGTH = 200

/** Groups problems by the field they belong to. */
export function messagesByField(issues: readonly FieldIssue[]): FieldMessages {
  const fields = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const name = path.slice(0, MAX_PATH_LENGTH)
    fields.set(name, [...(fields.get(name) ?? []), message])
  }
  return Object.fromEntries(fields)
}

function codeOfStatus(status: number): string {
  return CODES[status] ?? 'refused'
}

const CODES: Record<number, string> = {
  400: 'malformed',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported-type',
  422: 'invalid',
  503: 'busy',
  507: 'disk-full',
}
