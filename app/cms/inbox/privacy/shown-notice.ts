import { z } from 'zod'
import { NOTICE_FIELDS } from './notice-fields.ts'

/** The fields of a message by which a program says which privacy notice the person has read. */
export const noticeFields = {
  [NOTICE_FIELDS.version]: z.int().min(1).optional(),
  [NOTICE_FIELDS.language]: z.string().optional(),
}

/** The privacy notice that a visitor was shown with the form of a message. */
export interface ShownNotice {
  /** Which form it was, such as `contact`. */
  form: string
  /** Number and language of the notice. Absent if the form has shown none, or one that was never public. */
  version?: number | undefined
  language?: string | undefined
  /** What the notice said that the data is used for. */
  purposes: readonly string[]
}

/** The purposes that a version of the notice names in a language; undefined if it was never public. */
export type FindPurposes = (version: number, language: string) => readonly string[] | undefined

const MAX_LENGTH = 20

/** The notice that a visitor was shown who has sent these fields. A form in an open tab may show an earlier version. */
export function noticeShownBy(fields: Record<string, unknown>, form: string, findPurposes: FindPurposes): ShownNotice {
  const [number, language] = [textOf(fields[NOTICE_FIELDS.version]), textOf(fields[NOTICE_FIELDS.language])]
  const version = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
  const purposes = version === undefined || language === '' ? undefined : findPurposes(version, language)
  return purposes ? { form, version, language, purposes } : { form, purposes: [] }
}

/** A number is accepted as well: programs send JSON. */
function textOf(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_LENGTH) : ''
}
