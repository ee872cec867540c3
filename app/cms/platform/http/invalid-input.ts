import type { z } from 'zod'
import {
  ExpectedError,
  messagesByField,
  type FieldIssue,
  type FieldMessages,
} from '#app/cms/platform/expected-error.ts'

/** 405 with the methods that the address supports, which RFC 9110 requires in Allow. */
export function methodNotAllowed(method: string, allowed: string[]): ExpectedError {
  const allow = allowed.join(', ')
  return new ExpectedError(405, `${method} is not supported here, only ${allow}.`, {
    code: 'method-not-allowed',
    headers: { allow },
  })
}

/** 422 for input that a schema rejected, with the messages of every field. */
export function invalidInput(error: z.ZodError): ExpectedError {
  return invalidFields(messagesByField(error.issues.flatMap(fieldIssues)))
}

/** 422 with the messages of the fields that are not valid. */
export function invalidFields(fields: FieldMessages): ExpectedError {
  return new ExpectedError(422, 'Some fields are not valid.', { fields })
}

/** An unknown key is reported under the path that the field would have. */
function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), message: issue.message }]
  return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'There is no such field' }))
}
