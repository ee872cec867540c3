import { z } from 'zod'
import {
  choice,
  count,
  day,
  line,
  list,
  optionalDay,
  optionalDocumentUrl,
  optionalLine,
  optionalReference,
  reference,
  restricted,
} from '#app/cms/define/fields.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import {
  BASES,
  CURES,
  idsOf,
  RELATIONS,
  STATES,
  VALUE_KINDS,
  VOLTAGES,
  type ValueKind,
} from '#app/site/collections/properties/grade-choices.ts'
import { readNumber } from './number-text.ts'

const standard = z.strictObject({
  /** With the body that has published it, and without its part: `IEC 60502`. */
  standard: line('Standard', 40),
  part: optionalLine('Part', 20),
  /** The type or class within the standard: `ST2`. */
  type: optionalLine('Type or class', 40),
  relation: choice('Relation', idsOf(RELATIONS), RELATIONS).default('meets'),
  certificate: optionalReference('Certificate', documents),
})
export type GradeStandard = z.output<typeof standard>

const value = z
  .strictObject({
    property: reference('Property', properties),
    kind: choice('Kind', idsOf(VALUE_KINDS), VALUE_KINDS).default('number'),
    /** A number, without its unit; the lower end of a range; words. */
    value: optionalLine('Value', 80),
    to: optionalLine('Upper end', 40),
    basis: choice('Basis', idsOf(BASES), BASES).default('typical'),
    method: optionalLine('Method', 60),
    condition: optionalLine('Condition', 80),
  })
  .check(
    z.overwrite((typed) => {
      if (!hasNumber(typed.kind)) return typed
      return { ...typed, value: readNumber(typed.value) ?? typed.value, to: readNumber(typed.to) ?? typed.to }
    }),
    ({ value: { kind, value: from, to }, issues }) => {
      const say = (path: 'value' | 'to', message: string) =>
        issues.push({ code: 'custom', input: path === 'to' ? to : from, path: [path], message })
      if (kind !== 'range' && to !== '') say('to', 'Only a range has an upper end')
      if (kind === 'text' && from === '') say('value', 'Enter value')
      if (!hasNumber(kind)) return
      if (readNumber(from) === undefined) say('value', `Value must be ${A_NUMBER}`)
      else if (kind === 'range' && readNumber(to) === undefined) say('to', `Upper end must be ${A_NUMBER}`)
      else if (kind === 'range' && Number(from) >= Number(to)) say('to', 'Upper end must be higher than the value')
    },
  )
export type GradeValue = z.output<typeof value>

/** What a field for a number accepts. */
const A_NUMBER = 'a number such as 15.5, without its unit. Write 1234 or 1.234 for 1,234'

/** True for a kind of value that can be compared with a number. */
export function hasNumber(kind: ValueKind): boolean {
  return kind !== 'pass' && kind !== 'text'
}

/** When more are raised, the oldest are left out. */
export const MAX_EDITIONS = 30

/** Further ones are not listed: the sentence says what they have in common. */
export const MAX_CHANGES = 60

/** An edition of the values: what its publication has changed. */
const edition = z.strictObject({
  number: count('Edition', { min: 1, max: 9_999 }),
  date: day('Date'),
  sentence: optionalLine('What changed', 200),
  changes: list(
    'Changes',
    z.strictObject({
      /** Key of the property. */
      property: line('Property', 100),
      /** The values as visitors have read them. Empty: there was none, or there is none any more. */
      from: optionalLine('Before', 300),
      to: optionalLine('After', 300),
    }),
    { max: MAX_CHANGES },
  ).default([]),
})
export type GradeEdition = z.output<typeof edition>

const processingFact = z.strictObject({ name: line('Name', 40), text: line('Text', 200) })

const temperature = restricted(
  optionalLine('Conductor temperature', 10),
  (typed) => /^\d{1,3}$/.test(typed),
  'a whole number of degrees Celsius, such as 90',
)

/** The folder of the uploads that has the data sheets of grades. */
export const SHEETS_FOLDER = 'data-sheets'

const ownSheet = optionalDocumentUrl('Own data sheet', { folder: SHEETS_FOLDER })
const ownSheetHere = restricted(ownSheet, (typed) => typed.startsWith('/'), 'a PDF of this site').meta({
  ...ownSheet.meta(),
})

/** The content of a grade, without the fields that every collection has. */
export const gradeSchema = z.strictObject({
  title: line('Name', 40),
  /** Visitors who know one of them find the grade by it. */
  formerNames: list('Former names', line('Former name', 40), { max: 10 }).default([]),
  product: reference('Product page', productPages),
  /** Grades of one page with the same number are sorted by name. */
  position: count('Place in the table', { min: 1, max: 999 }).default(999),
  state: choice('State', idsOf(STATES), STATES).default('regular'),
  successor: optionalReference('Successor', { id: 'grades' }),
  use: line('Use', 200).meta({ title: 'Used for' }),
  /** The part of the cable or the coating that it is for, in one or two words: `Sheath`. */
  layer: optionalLine('Layer', 40),
  voltages: list('Voltages', choice('Voltage', idsOf(VOLTAGES), VOLTAGES), { max: 3 }).default([]),
  temperature,
  cure: choice('Cure', idsOf(CURES), CURES).default('none'),
  fireClass: optionalLine('Fire class', 40),
  colours: list('Colours', line('Colour', 40), { max: 20 }).default([]),
  meets: list('Standards', standard, { max: 30 }).default([]),
  values: list('Values', value, { max: 60 }).default([]),
  processing: list('Processing', processingFact, { max: 12 }).default([]),
  packing: optionalLine('Packing', 200),
  /** Visitors get it in place of the data sheet that is made of the values. */
  sheet: ownSheetHere,
  sheetEdition: optionalLine('Edition of the file', 40),
  /** Empty: the day that the PDF names. */
  sheetDate: optionalDay('Date of the file'),
  /** Why values differ from the published ones. Empty once they are published. */
  whatChanged: optionalLine('What changed', 200).meta({
    title: 'What changed',
    description:
      'Needed when a publication changes a value, its method or its condition. It goes into the edition that this raises.',
  }),
  /** Set by the server. */
  edition: count('Edition', { min: 1, max: 9_999 }).default(1).meta({ readOnly: true }),
  /** Set by the server. */
  editionDate: optionalDay('Date of the edition').meta({ readOnly: true }),
  /** Set by the server: the editions after the first one, the newest last. */
  editions: list('Editions', edition, { max: MAX_EDITIONS }).default([]).meta({ readOnly: true }),
})
export type GradeContent = z.output<typeof gradeSchema>
