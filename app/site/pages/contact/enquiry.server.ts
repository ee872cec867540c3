import { MAX_ENQUIRY_GRADES } from '#app/site/addresses/grade-forms.ts'
import { z } from 'zod'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { choice, line, MAX_KEY_LENGTH, optionalLine } from '#app/cms/define/fields.ts'
import type { AskedContext, AskedFields, ExtraField } from '#app/cms/define/asked-fields.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { ENQUIRY_KINDS, enquiryHref, type EnquiryKind } from '#app/site/addresses/enquiry-address.ts'
import { comparedKeys } from '#app/site/addresses/grade-selection.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { idsOf } from '#app/site/collections/properties/grade-choices.ts'
import { answerDay } from './answer-day.server.ts'
import { SAMPLE_DETAIL_NAMES, SAMPLE_DETAILS, type Enquiry, type EnquiryField, type SampleDetail } from './enquiry.ts'

/** The fields of an enquiry in a posted form; `grades` is sent once for each grade. */
export const ENQUIRY_FIELDS: readonly string[] = ['grades', 'for', ...SAMPLE_DETAIL_NAMES]

/** Longer lists are cut: nobody has chosen them. */
const MAX_KEYS = 100

const GRADES_WORDS = `Keys of grades, such as those of /products/grades.json. A message carries at most ${MAX_ENQUIRY_GRADES}`

const NO_DETAILS: Enquiry['details'] = { quantity: '', country: '', application: '', monthlyNeed: '' }

/**
 * The address that an address of another form stands for: the name of one grade, or the grades that were ticked to be
 * compared. Undefined for any other.
 */
export function canonicalEnquiry(site: SiteReader, query: URLSearchParams): string | undefined {
  const compared = comparedKeys(query)
  if (compared) return enquiryHref(compared, kindOf(query.get('for')))
  const named = query.get('grade')
  const found = named === null ? undefined : site.service(gradeIndex).withName(named)
  return found && enquiryHref([found.key])
}

/** The enquiry of an address; undefined if it carries neither grades nor a kind. */
export function enquiryOf(site: SiteReader, query: URLSearchParams): Enquiry | undefined {
  if (!query.has('grades') && !query.has('for')) return undefined
  const { shown, notes } = chosenGrades(site, keysIn(query.getAll('grades')))
  return { kind: kindOf(query.get('for')), grades: shown.map((grade) => toChoice(grade)), notes, details: NO_DETAILS }
}

/** `Sample`, and the grades that are named by keys with commas between them. */
export function enquiryInWords(site: SiteReader, kind: string, keys: string) {
  const { shown } = chosenGrades(site, keysIn([keys]))
  return { kind: ENQUIRY_KINDS[kindOf(kind)], grades: shown.map(({ value }) => value.title) }
}

/** The enquiry of a posted form, as the form shows it again and as it is stored. */
export interface PostedEnquiry {
  enquiry: Enquiry
  context: AskedContext
  errors: Partial<Record<EnquiryField, string[]>>
}

/**
 * Reads the enquiry of a form that was posted to the address with `query`, which has the grades that it shows. Undefined if
 * the form has none.
 */
export function readEnquiry(
  site: SiteReader,
  query: URLSearchParams,
  fields: Readonly<Record<string, unknown>>,
): PostedEnquiry | undefined {
  const { for: asked, grades: posted, ...details } = postedFields.parse(fields)
  if (asked === undefined && posted === undefined) return undefined
  const ticked = keysIn(posted ?? [])
  const { shown, notes } = chosenGrades(site, [...new Set([...keysIn(query.getAll('grades')), ...ticked])])
  const kind = kindOf(asked)
  const checked = kind === 'sample' ? sampleDetails.safeParse(details) : undefined
  const sent = shown.filter(({ key }) => ticked.includes(key))
  return {
    enquiry: { kind, grades: shown.map((grade) => toChoice(grade, ticked.includes(grade.key))), notes, details },
    context: {
      kind: { id: kind, label: ENQUIRY_KINDS[kind] },
      extras: [...sent.map(gradeField), ...detailFields(checked?.data)],
    },
    errors: {
      ...(shown.length > 0 && sent.length === 0 && { grades: ['Tick at least one grade'] }),
      ...(checked?.error && z.flattenError(checked.error).fieldErrors),
    },
  }
}

// A field of another type than the form sends counts as left out.
const typed = z.string().catch('')
const postedFields = z.object({
  for: z.string().optional().catch(undefined),
  grades: z.array(z.string()).optional().catch(undefined),
  quantity: typed,
  country: typed,
  application: typed,
  monthlyNeed: typed,
})

const sampleFields = {
  quantity: detail('quantity'),
  country: detail('country'),
  application: detail('application'),
  monthlyNeed: detail('monthlyNeed'),
}
const sampleDetails = z.object(sampleFields)

function detail(name: SampleDetail) {
  const { label, max } = SAMPLE_DETAILS[name]
  return optionalLine(label, max)
}

/** What programs may send with a message. */
export const enquiryFields: AskedFields = {
  shape: {
    for: choice('For', idsOf(ENQUIRY_KINDS), ENQUIRY_KINDS).optional(),
    grades: z.array(line('Grade', MAX_KEY_LENGTH)).max(MAX_KEYS).optional().describe(GRADES_WORDS),
    ...sampleFields,
  },
  /** As a form with the same fields, which shows nothing else. */
  read(site, fields) {
    const posted = readEnquiry(site, new URLSearchParams(), fields)
    return { context: { ...posted?.context, answerBy: answerDay(site) }, notes: posted?.enquiry.notes ?? [] }
  },
}

function kindOf(value: string | null | undefined): EnquiryKind {
  return value != null && Object.hasOwn(ENQUIRY_KINDS, value) ? (value as EnquiryKind) : 'sheet'
}

function keysIn(values: readonly string[]): string[] {
  const keys = values.flatMap((value) => value.split(',').map((key) => key.trim()))
  return [...new Set(keys)].filter((key) => key !== '').slice(0, MAX_KEYS)
}

/** The first ten grades of the keys, with what is to be said of the others. */
function chosenGrades(site: SiteReader, keys: readonly string[]) {
  const index = site.service(gradeIndex)
  const found = keys.flatMap((key) => index.withKey(key) ?? [])
  const shown = found.slice(0, MAX_ENQUIRY_GRADES)
  const leftOut = found.slice(MAX_ENQUIRY_GRADES).map(({ value }) => value.title)
  const unknown = keys.length - found.length
  const notes = [
    // Not by name: anybody can write an address.
    ...(unknown === 1 ? ['One of the grades is not listed here. It is left out.'] : []),
    ...(unknown > 1 ? [`${unknown} of the grades are not listed here. They are left out.`] : []),
    ...(leftOut.length > 0
      ? [`A message carries at most ${MAX_ENQUIRY_GRADES} grades. Left out: ${enumerate(leftOut)}.`]
      : []),
    ...shown.filter(({ isDiscontinued }) => isDiscontinued).map((grade) => discontinuedNote(site, grade)),
  ]
  return { shown, notes }
}

function discontinuedNote(site: SiteReader, { value: { title, successor } }: IndexedGrade) {
  const next = site.service(gradeIndex).withKey(successor)?.value.title
  return `${title} is discontinued.${next === undefined ? '' : ` Its successor is ${next}.`}`
}

function toChoice({ key, value, page }: IndexedGrade, isTicked = true): Enquiry['grades'][number] {
  return { key, name: value.title, product: page.title, isTicked }
}

function gradeField({ key, value, page }: IndexedGrade): ExtraField {
  return { label: 'Grade', text: `${value.title} (${page.title})`, id: key, edition: value.edition }
}

function detailFields(details: Partial<Record<SampleDetail, string>> = {}): ExtraField[] {
  return SAMPLE_DETAIL_NAMES.flatMap((name) => {
    const text = details[name] ?? ''
    return text === '' ? [] : [{ label: SAMPLE_DETAILS[name].label, text }]
  })
}
