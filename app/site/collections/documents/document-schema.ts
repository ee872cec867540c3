import { z } from 'zod'
import type { Visibility } from '#app/cms/define/define-collection.ts'
import {
  choice,
  count,
  day,
  documentUrl,
  id,
  imageAlt,
  languageCode,
  line,
  list,
  optionalDay,
  optionalImageFile,
  optionalLanguageCode,
  optionalLine,
  optionalText,
} from '#app/cms/define/fields.ts'
import { FURTHER_KINDS_WITH_CAPTIONS, ANNUAL_REPORT, KIND_IDS, kindOf } from './document-kinds.ts'
import { PLAYED_KINDS } from './file-type.ts'
import { isFinancialYear, PERIODS, type Period } from './financial-period.ts'
import { MAX_PUBLISHED_FILES, publishedFile } from './published-files.ts'

/** The kinds that staff choose: annual reports have a screen of their own. */
const CHOSEN_KINDS = KIND_IDS.filter((kind) => kind !== ANNUAL_REPORT)

/** The parts of a financial year, in their order for the list of staff. */
export const PERIOD_IDS = Object.keys(PERIODS) as Period[]

/** The most further files of a document. */
const MAX_FURTHER_FILES = 10

const furtherFile = z.strictObject({
  _id: id(),
  title: line('Title', 120),
  fileUrl: documentUrl('File', { also: FURTHER_KINDS_WITH_CAPTIONS }),
  /** Only of captions. Empty: the language of the document. */
  language: optionalLanguageCode('Language of the captions').default(''),
})

export const documentSchema = z.strictObject({
  title: line('Title', 200),
  kind: choice('Kind', CHOSEN_KINDS, Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, kindOf(kind).label]))),
  /** `2024-25`, or empty for a document that is for no period. */
  financialYear: optionalLine('Financial year', 7).refine((value) => value === '' || isFinancialYear(value), {
    error: 'Financial year must be written like 2024-25',
  }),
  period: choice('Period', PERIOD_IDS, PERIODS).default('year'),
  eventDay: optionalDay('Day of the event'),
  /** The day on which it was disclosed. Lists show it and sort by it. */
  date: day('Date of disclosure'),
  filedOn: optionalDay('Date of filing'),
  language: languageCode('Language').default('en'),
  fileUrl: documentUrl('File', { also: PLAYED_KINDS }),
  files: list('Further files', furtherFile, { max: MAX_FURTHER_FILES }).default([]),
  /** A picture of the first page, where a list shows one. */
  image: optionalImageFile('Picture of the first page', { width: 384 }),
  imageAlt: imageAlt(),
  /** Its number in a list that is not sorted by date, such as that of the policies. 0: by date, after those with one. */
  position: count('Number in its list', { max: 999 }).default(0),
  /** Why it was withdrawn. Empty: it is not. */
  withdrawnBecause: optionalText('Reason for the withdrawal', 500).meta({
    description: 'Visitors read it. A document with a reason is withdrawn, one without is not.',
  }),
  /** Set by the server. */
  withdrawnOn: optionalDay('Withdrawn on').meta({ readOnly: true }),
  /** Set by the server: every file that visitors could get, the main file and further ones. */
  published: list('Files that were public', publishedFile, { max: MAX_PUBLISHED_FILES })
    .default([])
    .meta({ readOnly: true }),
})

/** A document of the collection, with the fields that every collection has. */
export type DocumentContent = z.output<typeof documentSchema> & { address: string; visibility: Visibility }
