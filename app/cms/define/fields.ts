import './zod-without-eval.ts'
import { z } from 'zod'
import { cleanLine, cleanText, damagedPlace } from './clean-text.ts'
import { encodeAddress, isSafeLink, likelyLink, tidyLink } from './link-target.ts'

declare module 'zod/v4' {
  /** Metadata of a field beside its rules; `title` is its label. */
  interface GlobalMeta {
    /** Set if the field names a stored file: the kind of file that a form or an API client may send for it. */
    upload?: UploadKind
    /** Set for the cells of a table row. */
    columns?: TableColumns
  }
}

/**
 * The cells of a table row: a list with one value for each entry of the list `of`, a field of the content. A merge that
 * has no value for a cell uses `emptyCell`.
 */
export interface TableColumns {
  of: string
  emptyCell: string
}

/**
 * A file that may be uploaded for a field. Images have one folder, other files are stored in a `folder` of the uploads.
 */
export type UploadKind = { accepts: 'image' } | { accepts: 'pdf' | 'mp4' | 'vtt'; folder: string }

/**
 * The kinds of field of a content schema. Each message names the problem, the limit and what to do. The same message is
 * shown in a form, in an API response and for a hand-edited file. An empty form field arrives as `undefined`.
 */

/** Key of a record or list entry: letters, digits, hyphens, underscores; 1 to 64. Never shown to visitors. */
export function id() {
  return z
    .string({ error: 'Give the entry an _id' })
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'Use 1 to 64 letters, digits, hyphens or underscores for the _id')
}

/**
 * Required text on one line: a line break in it becomes a space. `max` counts UTF-16 code units, as HTML's maxlength
 * does.
 */
export function line(label: string, max = 200) {
  return requiredText(label, max, cleanLine)
}

/** Required text that may hold line breaks. `clean` makes the stored text of what was typed. */
export function text(label: string, max = 2000, clean = cleanText) {
  return requiredText(label, max, clean)
}

/** Text on one line that may be left empty. */
export function optionalLine(label: string, max = 200) {
  return optional(label, max, cleanLine)
}

/** Text that may hold line breaks or be left empty. `clean` makes the stored text of what was typed. */
export function optionalText(label: string, max = 2000, clean = cleanText) {
  return optional(label, max, clean)
}

function requiredText(label: string, max: number, clean: (value: string) => string) {
  return (
    z
      .string({ error: `Enter ${lowerFirst(label)}` })
      .overwrite(clean)
      // Stop after “required”: further messages about an empty value are noise.
      .min(1, { error: `Enter ${lowerFirst(label)}`, abort: true })
      .check(limitLength(label, max))
      .refine(isUsable, unusable(label))
      .meta({ title: label })
  )
}

function optional(label: string, max: number, clean: (value: string) => string) {
  return z
    .string({ error: `${label} must be text` })
    .overwrite(clean)
    .check(limitLength(label, max))
    .refine(isUsable, unusable(label))
    .default('')
    .meta({ title: label })
}

/** Whole number from `min` to `max`, both included. */
export function count(label: string, { min = 0, max = 1_000_000_000 } = {}) {
  const range = `${label} must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  return z
    .number({ error: (issue) => (issue.input === undefined ? `Enter ${lowerFirst(label)}` : range) })
    .int(range)
    .min(min, range)
    .max(max, range)
    .meta({ title: label })
}

/**
 * Target of a link: a path of this site (`/products`), a fragment (`#stats`), or an https, mailto or tel address.
 * Anything else is refused, including `javascript:` and protocol-relative addresses.
 */
export function link(label: string) {
  return text(label, 500, cleanLink).refine(isSafeLink, {
    error: ({ input }) => wrongLink(label, input),
  })
}

/** A link that may be left empty. */
export function optionalLink(label: string) {
  return optional(label, 500, cleanLink).refine((value) => value === '' || isSafeLink(value), {
    error: ({ input }) => wrongLink(label, input),
  })
}

function cleanLink(value: string) {
  return tidyLink(cleanLine(value))
}

/** A path of this site, which is sent in a header: `/products`. */
export function sitePath(label: string) {
  return text(label, 500, (value) => encodeAddress(cleanLine(value))).refine(
    (value) => /^\/(?!\/)[^\\]*$/.test(value),
    `${label} must be a path of this site such as /products`,
  )
}

function wrongLink(label: string, value: unknown) {
  const likely = typeof value === 'string' ? likelyLink(value) : undefined
  const rule = `${label} must be a path such as /products, or an address that starts with https://, mailto: or tel:`
  return likely === undefined ? rule : `${rule}. Type ${likely}`
}

/** Name of an image below the uploads folder. */
export function imageFile(label: string) {
  return z
    .string({ error: `Choose ${lowerFirst(label)}` })
    .min(1, `Choose ${lowerFirst(label)}`)
    .regex(IMAGE_FILE_PATTERN, `${label} must be the file name of an uploaded image`)
    .meta({ title: label, upload: { accepts: 'image' } })
}

/** Name of an image below the uploads folder, or nothing. */
export function optionalImageFile(label: string) {
  return z
    .string({ error: `${label} must be the file name of an uploaded image` })
    .refine(
      (value) => value === '' || IMAGE_FILE_PATTERN.test(value),
      `${label} must be the file name of an uploaded image`,
    )
    .default('')
    .meta({ title: label, upload: { accepts: 'image' } })
}

/** Text alternative of an image; empty for a decorative one. */
export function imageAlt() {
  return optionalLine('Alternative text', 300)
}

/** Last part of a product's address: small letters, digits and single hyphens. */
export function slug(label = 'Address') {
  return z
    .string({ error: `Enter ${lowerFirst(label)}` })
    .max(80, `${label} is longer than 80 characters`)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, `Use small letters, digits and hyphens, like hffr-compound`)
    .meta({ title: label })
}

/** List of `min` to `max` entries, both included. Equal bounds make a list of fixed length. */
export function list<Item extends z.ZodType>(
  label: string,
  item: Item,
  { min = 0, max = 10_000 }: { min?: number; max?: number } = {},
) {
  const entries = (n: number) => (n === 1 ? '1 entry' : `${n.toLocaleString('en')} entries`)
  const range = min === max ? `${label} needs exactly ${entries(min)}` : undefined
  return z
    .array(item, { error: `${label} must be a list` })
    .min(min, range ?? `${label} needs at least ${entries(min)}`)
    .max(max, range ?? `${label} can hold at most ${entries(max)}`)
    .meta({ title: label })
}

const IMAGE_FILE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,100}\.(?:jpe?g|png|webp|avif|svg)$/

/** Stops the checks of a text that is too long: later rules could be slow. */
function limitLength(label: string, max: number) {
  return z.maxLength(max, {
    abort: true,
    error: ({ input }) => {
      const length = typeof input === 'string' ? input.length : 0
      return `${label} has ${length.toLocaleString('en')} characters; the limit is ${max.toLocaleString('en')}`
    },
  })
}

/** False for a text with half of a character, which UTF-8 cannot encode. */
function isUsable(value: string) {
  return damagedPlace(value) === undefined
}

function unusable(label: string) {
  return {
    error: ({ input }: { input?: unknown }) => {
      const place = typeof input === 'string' ? damagedPlace(input) : undefined
      return `${label} has a damaged character that cannot be stored, at ▯ in “${place ?? ''}”. Delete it and type it again`
    },
  }
}

function lowerFirst(label: string) {
  return label.charAt(0).toLowerCase() + label.slice(1)
}

/**
 * Check for a list: no two entries have the same value of `key`. Empty values do not count. The error is reported at
 * the later entry. Every list whose entries are addressed by that value needs this check.
 */
export function uniqueBy<Key extends string>(key: Key, label: string) {
  return z.check<Partial<Record<Key, string>>[]>(({ value: entries, issues }) => {
    const seen = new Set<string>()
    entries.forEach((entry, index) => {
      const value = entry[key]
      if (value === undefined || value === '') return
      if (seen.has(value)) {
        issues.push({
          code: 'custom',
          input: value,
          path: [index, key],
          message: `${label} "${value}" is used twice. Enter a different value for this entry`,
        })
      }
      seen.add(value)
    })
  })
}
