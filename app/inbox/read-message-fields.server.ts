import { z } from 'zod'
import { MalformedBody } from '#app/http/body-errors.ts'
import { readJson } from '#app/http/read-json.server.ts'
import { isForm, readSmallForm } from '#app/http/small-form.server.ts'

/** The longest message that is allowed, in letters that take nine bytes each in an urlencoded form, and some room. */
const BODY_LIMIT = 64 * 1024

/**
 * The fields of a contact message as they were sent, not yet checked: a form or a JSON object of at most 64 kB. Throws
 * BodyTooLarge and MalformedBody.
 */
export async function readMessageFields(request: Request): Promise<Record<string, unknown>> {
  if (!isForm(request)) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(request, BODY_LIMIT))
    if (!parsed.success) throw new MalformedBody('Send a JSON object.')
    return parsed.data
  }
  return (await readSmallForm(request, BODY_LIMIT)).fields
}
