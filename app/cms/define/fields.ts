import './zod-without-eval.ts'
import { fromProfile, siteProfile } from '#app/cms/platform/site-profile.ts'
import { z } from 'zod'
import { parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { FIRST_DAY, isDay, isUsualDay, LAST_DAY, namesYear } from './calendar-day.ts'
import { cleanLine, cleanText, damagedExcerpt, withoutInvisible } from './clean-text.ts'
import { damaged, missing, mustBe, notChosen, outOfRange, repeated, tooLong, wrongCount } from './field-messages.ts'
import { laterRule } from './later-rules.ts'
import { MAX_LIST_ENTRIES } from './list-limit.ts'
import { encodeAddress, isSafeLink, likelyLink, tidyLink } from './link-target.ts'
import type { DocumentKind, UploadKind } from './upload-kind.ts'

declare module 'zod/v4' {
  /** Metadata of a field beside its rules; `title` is its label. */
  interface GlobalMeta {
    /** Set if the field names a stored file: the kind of file that a form or an API client may send for it. */
    upload?: UploadKind
    /** Set for a list whose length is checked when it is saved, and not by its schema: see `list-length.ts`. */
    maxItems?: number
    /** Set for the key of an entry: the id of its collection. */
    reference?: string
    /** What people read of the values of a choice. */
    titles?: ChoiceTitles
    /** What a number counts, such as `tonnes a year`. */
    unit?: string
    /** See {@link readWith}. */
    readWith?: readonly string[]
    /** See {@link namedBy}. */
    namedBy?: string
  }
}

/** What people read of the values of a choice, by value. */
export type ChoiceTitles = Readonly<Record<string, string>>

/**
 * The kinds of field of a content schema. A kind makes its messages from the label of the field. An empty form field
 * arrives as `undefined`.
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

// A chain of methods would make a schema of each step, and keep them all: several thousand of a site.

function requiredText(label: string, max: number, clean: (value: string) => string) {
  return z
    .string({ error: missing(label) })
    .check(
      z.overwrite(clean),
      // Stop after “required”: further messages about an empty value are noise.
      z.minLength(1, { error: missing(label), abort: true }),
      limitLength(label, max),
      z.refine(isUsable, unusable(label)),
    )
    .meta({ title: label })
}

function optional(label: string, max: number, clean: (value: string) => string) {
  return z
    .string({ error: mustBe(label, 'text') })
    .check(z.overwrite(clean), limitLength(label, max), z.refine(isUsable, unusable(label)))
    .default('')
    .meta({ title: label })
}

/**
 * A text field that takes only values for which `isRight` is true; an optional one may still be empty. `what` completes
 * the message: `Phone must be …`.
 */
export function restricted<Field extends z.ZodType<string>>(
  field: Field,
  isRight: (value: string) => boolean,
  what: string | ((value: string) => string),
): Field {
  const label = field.meta()?.title ?? ''
  return field.refine((value) => value === '' || isRight(value), {
    error: ({ input }) => mustBe(label, typeof what === 'string' ? what : what(String(input))),
  })
}

/** Whole number from `min` to `max`, both included. */
export function count(label: string, { min = 0, max = 1_000_000_000 } = {}) {
  const range = outOfRange(label, min, max)
  return z
    .number({ error: ({ input }) => (input === undefined ? missing(label) : range) })
    .int(range)
    .min(min, range)
    .max(max, range)
    .meta({ title: label })
}

/** Whole number as text, in the file and the API, but always digits: `"60000"`. `unit`: `tonnes a year`. */
export function digits(label: string, unit: string) {
  const rule = mustBe(label, `a whole number of ${unit} with digits only, such as "60000"`)
  return z
    .string({ error: ({ input }) => (input === undefined ? missing(label) : `${rule}, in quotes`) })
    .overwrite(cleanLine)
    .regex(/^\d{1,12}$/, rule)
    .meta({ title: label, unit })
}

/**
 * A figure whose unit, or whose words, stand in other fields of the same entry. A fact is compared with all of them
 * together.
 */
export function readWith<Field extends z.ZodType>(field: Field, ...others: [string, ...string[]]): Field {
  return field.meta({ ...field.meta(), readWith: others })
}

/** A list of values, each of which has its name at the same place of another list of the content. */
export function namedBy<Field extends z.ZodType>(field: Field, names: string): Field {
  return field.meta({ ...field.meta(), namedBy: names })
}

/** A calendar day of the years 1900 to 2100, YYYY-MM-DD. */
export function day(label: string) {
  return asDay(line(label, 10))
}

/** Such a day, or nothing. */
export function optionalDay(label: string) {
  return asDay(optionalLine(label, 10))
}

function asDay<Field extends z.ZodType<string>>(field: Field): Field {
  const label = field.meta()?.title ?? ''
  return restricted(field, isDay, 'a day such as 2025-08-06').refine((value) => !isDay(value) || isUsualDay(value), {
    error: mustBe(label, FOUR_DIGITS),
    params: laterRule(FIRST_DAY),
  })
}

const FOUR_DIGITS = `from ${FIRST_DAY.slice(0, 4)} to ${LAST_DAY.slice(0, 4)}. Type the year with four digits`

/** A year as visitors read it, on one line: `2024-25`, `FY 2025`. */
export function yearLine(label: string, max: number) {
  return line(label, max).refine((value) => value === '' || namesYear(value), {
    error: mustBe(label, `a year such as 2025 or 2024-25, ${FOUR_DIGITS}`),
    params: laterRule(FIRST_DAY),
  })
}

/** A time of day in 24 hours, HH:MM. */
export function timeOfDay(label: string) {
  return restricted(line(label, 5), (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value), 'a time such as 09:30')
}

/** True or false; false if it is left out. */
export function flag(label: string) {
  return z.boolean('Write true or false').default(false).meta({ title: label })
}

/** One of a few values. With `titles`, staff read those where two versions of a content are compared. */
export function choice<const Value extends string>(label: string, values: readonly Value[], titles?: ChoiceTitles) {
  const named =
    values.length <= MAX_NAMED_CHOICES
      ? choices.format(values)
      : `one of the ${values.length} values, such as ${choices.format(values.slice(0, 2))}`
  return z.enum(values, { error: notChosen(named) }).meta({ title: label, ...(titles && { titles }) })
}

/** The most choices that a message names. */
const MAX_NAMED_CHOICES = 10

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** E-mail address. */
export function email(label: string) {
  const address = text(label, 254, (value) => withoutInvisible(cleanLine(value)))
  return restricted(
    address,
    (value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value),
    'an address such as info@example.com',
  )
}

/** Telephone number. */
export function phone(label = 'Phone') {
  return restricted(
    line(label, 40),
    (value) => /^\+?[0-9][0-9 ()-]{4,}$/.test(value),
    'a number such as +91 00000 00000',
  )
}

/** Code of a language, as in HTML's `lang`. */
export function languageCode(label = 'Language code') {
  return line(label, 20).refine(isLanguageCode, LANGUAGE_RULE)
}

/** A language code, or nothing. */
export function optionalLanguageCode(label: string) {
  return optionalLine(label, 20).refine((value) => value === '' || isLanguageCode(value), LANGUAGE_RULE)
}

const LANGUAGE_RULE = 'Use a language code such as en or hi'

function isLanguageCode(value: string) {
  return /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(value)
}

/**
 * Target of a link: a path of this site (`/team`), a fragment (`#prices`), or an https, mailto or tel address.
 * Anything else is refused, including `javascript:` and protocol-relative addresses.
 */
export function link(label: string) {
  return restricted(text(label, 500, cleanLink), isSafeLink, rightLink)
}

/** A link that may be left empty. */
export function optionalLink(label: string) {
  return restricted(optional(label, 500, cleanLink), isSafeLink, rightLink)
}

function cleanLink(value: string) {
  return tidyLink(cleanLine(value))
}

function rightLink(value: string) {
  const likely = likelyLink(value)
  const rule = `a path such as ${siteProfile().examples.page}, or an address that starts with https://, mailto: or tel:`
  return likely === undefined ? rule : `${rule}. Type ${likely}`
}

/** A path of this site, which is sent in a header, or nothing: `/team`. */
export function optionalSitePath(label: string) {
  return pathField(optionalText(label, MAX_PATH_LENGTH, cleanPath))
}

const MAX_PATH_LENGTH = 500

function cleanPath(value: string) {
  return encodeAddress(cleanLine(value))
}

function pathField<Field extends z.ZodType<string>>(field: Field): Field {
  return restricted(
    field,
    (value) => /^\/(?!\/)[^\\]*$/.test(value),
    () => `a path of this site such as ${siteProfile().examples.page}`,
  )
}

/** Last part of the address of a page: small letters, digits and single hyphens. */
export function slug(label = 'Address') {
  return z
    .string({ error: missing(label) })
    .max(80, `${label} is longer than 80 characters`)
    .regex(SLUG_PATTERN, {
      error: () => `Use small letters, digits and hyphens, like ${siteProfile().examples.slug}`,
    })
    .meta({ title: label })
}

/** Last part of the address of a page, or nothing. */
export function optionalSlug(label = 'Address') {
  return optionalLine(label, 80).refine((value) => value === '' || SLUG_PATTERN.test(value), {
    error: () =>
      `Use small letters, digits and hyphens for the ${label.toLowerCase()}, like ${siteProfile().examples.slug}`,
  })
}

/**
 * An entry of a collection: `page: reference('Page', productPages)`. The field holds the key of the entry, which never
 * changes, so it keeps its entry when that is renamed or gets another address. Its control is `ReferenceField`, in which
 * staff choose by title. Pages read the entry with `pagesOf(site, collection).withKey(key)`: undefined if it is hidden or removed, so
 * every place that shows one has to do without it. The question before a removal names the sections that refer to an
 * entry. For fields that may stay empty: {@link optionalReference}.
 */
export function reference(label: string, collection: { id: string }) {
  return z
    .string({ error: notChosen(label) })
    .min(1, notChosen(label))
    .refine(isEntryKeyOrEmpty, mustBe(label, ENTRY_KEY))
    .meta({ title: label, reference: collection.id })
}

/** An entry of a collection, or nothing: see {@link reference}. */
export function optionalReference(label: string, collection: { id: string }) {
  return z
    .string({ error: mustBe(label, ENTRY_KEY) })
    .refine(isEntryKeyOrEmpty, mustBe(label, ENTRY_KEY))
    .default('')
    .meta({ title: label, reference: collection.id })
}

const ENTRY_KEY = 'the key of an entry: small letters, digits and hyphens'

function isEntryKeyOrEmpty(value: string) {
  return value === '' || (value.length <= MAX_KEY_LENGTH && SLUG_PATTERN.test(value))
}

/** The longest key of an entry of a collection. */
export const MAX_KEY_LENGTH = 80

/** Small letters, digits and single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

interface ImageOptions {
  /** Width of the largest place that shows it, in CSS pixels: staff are warned if an image is smaller. */
  width?: number
}

/** Name of an image below the uploads folder. */
export function imageFile(label: string, options: ImageOptions = {}) {
  return z
    .string({ error: notChosen(label) })
    .min(1, notChosen(label))
    .regex(IMAGE_FILE_PATTERN, mustBe(label, IMAGE_FILE))
    .meta({ title: label, upload: { accepts: 'image', ...options } })
}

/** Name of an image below the uploads folder, or nothing. */
export function optionalImageFile(label: string, options: ImageOptions = {}) {
  return z
    .string({ error: mustBe(label, IMAGE_FILE) })
    .refine((value) => value === '' || IMAGE_FILE_PATTERN.test(value), mustBe(label, IMAGE_FILE))
    .default('')
    .meta({ title: label, upload: { accepts: 'image', ...options } })
}

const IMAGE_FILE = 'the file name of an uploaded image'
const IMAGE_FILE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,100}\.(?:jpe?g|png|webp|avif|svg)$/

/** Text alternative of an image; empty for a decorative one. */
export function imageAlt() {
  return optionalLine('Alternative text', 300)
}

interface DocumentOptions {
  /** The folder of the uploads for a file that is uploaded here. */
  folder?: string
  /** Kinds of files that are accepted beside PDF. */
  also?: readonly DocumentKind[]
}

/** Address of a PDF, or of a file of the kinds in `also`: one of ours, or one of another site that starts with https://. */
export function documentUrl(label: string, options?: DocumentOptions) {
  return asDocument(line(label, 500), options)
}

/** Such an address, or nothing. */
export function optionalDocumentUrl(label: string, options?: DocumentOptions) {
  return asDocument(optionalLine(label, 500), options)
}

function asDocument<Field extends z.ZodType<string>>(
  field: Field,
  { folder = 'documents', also = [] }: DocumentOptions = {},
): Field {
  const others = also.map((kind) => `, ${kind.toUpperCase()}`).join('')
  return restricted(
    field,
    (value) =>
      ['pdf', ...also].some((kind) => isOwnFile(value, kind)) ||
      (/^https:\/\/[^\s\\]+$/.test(value) && parseUrl(value) !== undefined),
    () =>
      others === ''
        ? `a PDF such as ${siteProfile().examples.document}, or an address that starts with https://`
        : `a file such as ${siteProfile().examples.document} (PDF${others}), or an address that starts with https://`,
  ).meta({ ...field.meta(), upload: { accepts: 'pdf', folder, ...(also.length > 0 && { also }) } })
}

/** Address of a file of ours below `/uploads/`, of one kind. An uploaded file is stored in its `folder`. */
export function uploadUrl(label: string, extension: DocumentKind, { folder = 'videos' } = {}) {
  return restricted(
    line(label, 500),
    (value) => value.startsWith('/uploads/') && isOwnFile(value, extension),
    `a file such as /uploads/videos/film.${extension}`,
  ).meta({ title: label, upload: { accepts: extension, folder } })
}

/** Plain names only, so that an address never needs decoding and never leaves its folder. */
function isOwnFile(value: string, extension: string) {
  return ownFilePattern().test(value) && value.endsWith(`.${extension}`)
}

const ownFilePattern = fromProfile(
  ({ files }) =>
    new RegExp(
      `^/(?:uploads/(?:[A-Za-z0-9_][A-Za-z0-9_-]*/)?${files.ownAddresses.map((folder) => `|${folder}/`).join('')})[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$`,
    ),
)

/**
 * List of `min` to `max` entries, both included. Equal bounds make a list of fixed length. Without `max` it has the
 * limit of all lists, {@link MAX_LIST_ENTRIES}. No two entries have the same `_id`, by which a merge knows them.
 */
export function list<Item extends z.ZodType>(
  label: string,
  item: Item,
  { min = 0, max }: { min?: number; max?: number } = {},
) {
  const some = z
    .array(item, { error: mustBe(label, 'a list') })
    .min(min, wrongCount(label, { min, max }, true))
    .check(uniqueBy('_id', '_id'))
  if (max === undefined) return some.meta({ title: label, maxItems: MAX_LIST_ENTRIES })
  return some.max(max, wrongCount(label, { min, max }, false)).meta({ title: label })
}

/**
 * Check for a list: no two entries have the same value of `key`. Empty values do not count. The error is reported at
 * the later entry. Every list whose entries are addressed by that value needs this check.
 */
export function uniqueBy(key: string, label: string) {
  return z.check<unknown[]>(({ value: entries, issues }) => {
    const seen = new Set<string>()
    entries.forEach((entry, index) => {
      const value = isRecord(entry) ? entry[key] : undefined
      if (typeof value !== 'string' || value === '') return
      if (seen.has(value)) {
        issues.push({ code: 'custom', input: value, path: [index, key], message: repeated(label, value) })
      }
      seen.add(value)
    })
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Stops the checks of a text that is too long: later rules could be slow. */
function limitLength(label: string, max: number) {
  return z.maxLength(max, {
    abort: true,
    error: ({ input }) => tooLong(label, typeof input === 'string' ? input.length : 0, max),
  })
}

/** False for a text with half of a character, which UTF-8 cannot encode. */
function isUsable(value: string) {
  return damagedExcerpt(value) === undefined
}

function unusable(label: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      damaged(label, typeof input === 'string' ? (damagedExcerpt(input) ?? '') : ''),
  }
}
