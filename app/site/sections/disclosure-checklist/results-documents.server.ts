import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { ChecklistItem, ChecklistPart } from '#app/cms/define/site-checklist.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import {
  coversPeriod,
  lastQuarterBefore,
  periodLabel,
  type FinancialPeriod,
} from '#app/site/collections/documents/financial-period.ts'
import { RESULT_KINDS, RESULTS_DAY, type ResultKind } from '#app/site/collections/documents/result-kinds.ts'
import { newDocumentAddress } from './new-document-address.ts'

/**
 * The documents on the results of the quarter that was over last on a day: for each kind either those that there are, or
 * the way to a form with kind, period and day filled in. `missing` has the kinds that are missing now. Those of a half or of the whole year count for its last quarter.
 */
export function resultsPart(content: ContentReader, day: string, missing: ReadonlySet<DocumentKindId>): ChecklistPart {
  const quarter = lastQuarterBefore(day)
  const title = periodLabel(quarter.financialYear, quarter.period)
  const known = documentsOf(content, quarter)
  const isPublic = (kind: ResultKind) => known.some(({ value }) => value.kind === kind && wordOf(value) === 'public')
  return {
    id: 'results',
    title: `Results of ${title}`,
    empty: '',
    note: 'What a quarter can have. Only what “Missing now” names is required today.',
    count: `${RESULT_KINDS.filter(({ kind }) => isPublic(kind)).length} of ${RESULT_KINDS.length} public`,
    action: RESULTS_DAY,
    items: RESULT_KINDS.map(({ kind }): ChecklistItem => {
      const found = known.filter(({ value }) => value.kind === kind)
      return {
        id: kind,
        title: kindOf(kind).label,
        detail:
          found.length === 0
            ? missing.has(kind)
              ? 'Required now.'
              : 'Not public.'
            : found.map(({ value }) => stateOf(value)).join(' '),
        steps: [...found.map((one) => opened(one, found.length > 1)), addition(kind, quarter, day, found.length > 0)],
      }
    }),
  }
}

function documentsOf(content: ContentReader, quarter: FinancialPeriod) {
  return content.entryKeys(documents).flatMap((key) => {
    const value = content.find(documents.entry(key))?.value
    return value && value.financialYear !== '' && coversPeriod(value, quarter) ? [{ key, value }] : []
  })
}

type Known = ReturnType<typeof documentsOf>[number]

function stateOf(document: Known['value']) {
  return `“${document.title}”, ${formatDay(document.date)}: ${wordOf(document)}.`
}

function wordOf({ visibility, withdrawnBecause }: Known['value']) {
  if (withdrawnBecause !== '') return 'withdrawn'
  return visibility === 'listed' ? 'public' : visibility
}

/** One of several is named, because links that lead to different pages need different words. */
function opened({ key, value }: Known, isOneOfSeveral: boolean) {
  return { label: isOneOfSeveral ? `Open “${value.title}”` : 'Open', href: adminAddress(documents.entry(key, value)) }
}

function addition(kind: ResultKind, quarter: FinancialPeriod, day: string, isFurther: boolean) {
  return { label: isFurther ? 'Add another one' : 'Add the document', href: newDocumentAddress(kind, quarter, day) }
}
