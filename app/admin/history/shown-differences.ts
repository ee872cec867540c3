import type { Difference } from '#app/content/compare/content-differences.ts'
import type { ShownDifference, ShownValue } from './difference-list.tsx'
import { markWords, type MarkBudget } from '#app/content/compare/mark-words.ts'

/** Limit for one page. A reader cannot review more. */
const MOST_SHOWN = 200
/** Characters of a text that are shown; no field holds more today. */
const LONGEST_TEXT = 20_000
/** About a tenth of a second for a whole page. */
const MARK_STEPS = 3_000_000

/** Prepares differences for the page: at most 200, with the words marked that differ. `hidden` counts the rest. */
export function shownDifferences(differences: readonly Difference[]): { shown: ShownDifference[]; hidden: number } {
  const budget = { steps: MARK_STEPS }
  const shown = differences.slice(0, MOST_SHOWN).map((difference) => ({
    label: difference.label,
    kind: difference.kind,
    ...sidesOf(difference, budget),
  }))
  return { shown, hidden: differences.length - shown.length }
}

function sidesOf(difference: Difference, budget: MarkBudget): Pick<ShownDifference, 'before' | 'after'> {
  const { kind, mine, theirs, fields } = difference
  if (kind === 'entry') {
    const value: ShownValue = fields
      ? { kind: 'entry', fields: fields.slice(0, MOST_SHOWN).map(fieldOfEntry) }
      : plainText(mine ?? theirs)
    return mine === undefined ? { before: undefined, after: value } : { before: value, after: undefined }
  }
  if (kind === 'image' || kind === 'file') {
    return { before: { kind, file: mine ?? '' }, after: { kind, file: theirs ?? '' } }
  }
  if (kind === 'order') return { before: plainText(mine), after: plainText(theirs) }
  const marks = markWords(cut(mine), cut(theirs), budget)
  return { before: { kind: 'text', marks: marks.mine }, after: { kind: 'text', marks: marks.theirs } }
}

/** What an entry that only one side has says in a field. A list in it is told by the titles of its entries. */
function fieldOfEntry({ label, kind, theirs }: Difference): { label: string; value: ShownValue } {
  const value: ShownValue = kind === 'image' || kind === 'file' ? { kind, file: theirs ?? '' } : plainText(theirs)
  return { label, value }
}

function plainText(text: string | undefined): ShownValue {
  return { kind: 'text', marks: text ? [{ kind: 'same', text: cut(text) }] : [] }
}

function cut(text = '') {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
}
