import { describe, expect, test } from 'vitest'
import { NoLongerFits } from './cms/editing/server/section-history.server.ts'
import { ApprovalRefused } from './cms/publishing/approval/approval-format.ts'
import { AccountUnusable } from './cms/people/account-format.server.ts'
import { PasskeyRefused } from './cms/people/factors/passkeys.server.ts'
import { SignInStepOver, WrongCode } from './cms/people/factors/sign-in-step.server.ts'
import { LinkUnusable, PersonChanged } from './cms/people/manage-people.server.ts'
import { InvalidCredentials, LoginThrottled } from './cms/people/verify-login.server.ts'
import {
  ApprovalRequired,
  ContentUnavailable,
  HistoryEntryDamaged,
  HistoryEntryNotFound,
  InvalidContent,
  NewerFormat,
  EntryKept,
  EntryRemoved,
  VersionConflict,
} from './cms/content/store/errors.ts'
import { DraftConflict, DraftNotFound } from './cms/publishing/drafts/draft.ts'
import { ConfirmationNeeded } from './cms/platform/http/confirmation.server.ts'
import { apiErrorResponse, formRefusal, withPageRefusals } from './cms/platform/http/error-responses.server.ts'
import { TooManyJobs } from './cms/media/decoding/decoder.server.ts'
import { MalformedBody } from './cms/platform/http/http-error.ts'
import { InboxFull, MessageNotStored } from './cms/inbox/stored-message.server.ts'
import { UploadRefused } from './cms/media/uploads/upload-refused.ts'
import { ExpectedError } from './cms/platform/expected-error.ts'
import { ReleaseChanged, ReleaseRefused } from './cms/publishing/releases/release-format.ts'
import { StorageError } from './cms/storage/storage-error.ts'

/** One of each class, with the status and the code of its responses, and the field of a form that shows its message. */
const EXPECTED: [error: ExpectedError, status: number, code: string, field?: string][] = [
  [new ExpectedError(404, 'There is no such slide.'), 404, 'not-found'],
  [new ExpectedError(422, 'This username is already used', { field: 'username' }), 422, 'invalid', 'username'],
  [new AccountUnusable('damaged'), 503, 'account-damaged'],
  [new ApprovalRefused('This draft is approved already.'), 409, 'conflict'],
  [new ApprovalRefused('Enter what has to be changed.', 422), 422, 'invalid', 'note'],
  [new ApprovalRequired({ label: 'DRHP' }), 403, 'approval-required'],
  [new ConfirmationNeeded([]), 409, 'confirmation-needed', 'question'],
  [new ContentUnavailable('stats'), 503, 'content-unavailable'],
  [new DraftConflict('stats', undefined), 409, 'conflict'],
  [new DraftNotFound('stats'), 404, 'not-found'],
  [new HistoryEntryDamaged('1', 'it is not UTF-8 text'), 409, 'conflict'],
  [new EntryKept('“Results” was public.'), 422, 'entry-kept'],
  [new EntryRemoved({ id: 'recipes--bread', label: 'Bread' }), 409, 'conflict'],
  [new HistoryEntryNotFound('1'), 404, 'not-found'],
  [new InboxFull('The inbox is full'), 507, 'inbox-full'],
  [new InvalidContent('stats', [{ path: 'items', message: 'Add an entry' }]), 422, 'invalid'],
  [new InvalidCredentials(), 401, 'invalid-credentials'],
  [new LinkUnusable('used'), 410, 'refused'],
  [new LinkUnusable('unknown'), 404, 'not-found'],
  [new LoginThrottled(3), 429, 'too-many-attempts'],
  [new MalformedBody('The body is not valid UTF-8.'), 400, 'malformed'],
  [new MalformedBody('Send the body as application/json.', 415), 415, 'unsupported-type'],
  [new MessageNotStored(503, { cause: undefined }), 503, 'busy'],
  [new NewerFormat({ label: 'Stats' }), 409, 'newer-format'],
  [new NoLongerFits('Nothing was changed.'), 422, 'invalid'],
  [new PasskeyRefused(), 401, 'refused'],
  [new PersonChanged('This person no longer exists.'), 409, 'conflict'],
  [new ReleaseChanged(), 409, 'conflict'],
  [new ReleaseRefused('Only a published release can be undone.'), 409, 'conflict'],
  [new SignInStepOver(), 410, 'refused'],
  [new StorageError('disk-full'), 507, 'disk-full'],
  [new StorageError('read-only'), 503, 'read-only'],
  [new TooManyJobs(), 503, 'busy'],
  [new UploadRefused(415, 'This is not a PDF.'), 415, 'unsupported-type'],
  [new UploadRefused(503, 'Too many files are being checked.'), 503, 'busy'],
  [new VersionConflict('stats', { value: {}, version: 'abc' }), 409, 'conflict'],
  [new WrongCode(), 401, 'refused', 'code'],
]

/** Errors that no response reports: the code that causes them catches them, or a command prints them. */
const INTERNAL = [
  'ArchiveError',
  'BackupFailed',
  'DamagedFilm',
  'DataFolderMissing',
  'DecoderFailed',
  'FileUnreadable',
  'PreconditionFailed',
  'RestoreUnfinished',
  'S3NotRenewed',
  'S3NotWriter',
  'S3OutcomeUnknown',
  'S3Refused',
  'S3Unavailable',
  'TooManyWaiting',
  'UnknownUsername',
  'YamlParseError',
]

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

const classes = Object.entries(sources).flatMap(([file, text]) =>
  /\.test\.tsx?$/.test(file) ? [] : [...text.matchAll(/class (\w+) extends (\w+)/g)],
)

/** The names of all classes of the program that extend a class directly, or one of its subclasses. */
function subclassesOf(name: string): string[] {
  return classes.flatMap(([, child = '', parent]) => (parent === name ? [child, ...subclassesOf(child)] : []))
}

test('each class of expected errors is in the table', () => {
  const tried = new Set(EXPECTED.map(([error]) => error.constructor.name))
  expect([...tried].sort()).toEqual(['ExpectedError', ...subclassesOf('ExpectedError')].sort())
})

test('every other class of errors never reaches a person by a response', () => {
  const others = subclassesOf('Error').filter(
    (name) => name !== 'ExpectedError' && !subclassesOf('ExpectedError').includes(name),
  )
  expect(others.sort()).toEqual(INTERNAL)
})

describe.each(EXPECTED)('%s', (error, status, code, field = 'form') => {
  test('names itself in the log', () => {
    expect(error.name).toBe(error.constructor.name)
    expect(error.message).not.toBe('')
  })

  test(`a page: ${status} with its message`, async () => {
    const response: unknown = await withPageRefusals(() => Promise.reject(error)).catch((thrown: unknown) => thrown)
    if (!(response instanceof Response)) throw new Error('This is not a response')
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(error.message)
    const retryAfter = error.retryAfter ?? (status === 503 ? 5 : undefined)
    expect(response.headers.get('retry-after')).toBe(retryAfter === undefined ? null : String(retryAfter))
  })

  test(`a form: ${status} with its message, for ${field}`, () => {
    // The guard asks the question with all fields of the form.
    if (field === 'question') expect(() => formRefusal(error)).toThrow(error)
    else expect(formRefusal(error)).toMatchObject({ status, errors: { [field]: [error.message] } })
  })

  test(`the API: ${status} ${code}`, async () => {
    const response = apiErrorResponse(error, 'request-1')
    expect(response.status).toBe(status)
    const message = error instanceof InvalidContent ? 'Some fields are not valid.' : error.message
    const { fields } = error
    expect(await response.json()).toEqual({
      error: { code, message, requestId: 'request-1', ...(fields && { fields }) },
    })
  })
})

describe('an unexpected error', () => {
  const fault = new TypeError('secret /srv/site/path')

  test('is a fault for pages and forms', async () => {
    await expect(withPageRefusals(() => Promise.reject(fault))).rejects.toBe(fault)
    expect(() => formRefusal(fault)).toThrow(fault)
  })

  test('is a 500 of the API that does not reveal its cause', async () => {
    const response = apiErrorResponse(fault, 'request-1')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: { code: 'unexpected' } })
    expect(JSON.stringify(await apiErrorResponse(fault, 'request-1').json())).not.toContain('secret')
  })
})

test('headers that only programs read are in the response of the API', () => {
  const conflict = apiErrorResponse(new VersionConflict('stats', { value: {}, version: 'abc' }), 'request-1')
  expect(conflict.headers.get('etag')).toBe('"abc"')
  expect(apiErrorResponse(new InvalidCredentials(), 'request-1').headers.get('www-authenticate')).toBe('Bearer')
  expect(apiErrorResponse(new LoginThrottled(3), 'request-1').headers.get('retry-after')).toBe('3')
})
