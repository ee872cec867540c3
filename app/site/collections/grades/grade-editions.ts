import type { Visibility } from '#app/cms/define/define-collection.ts'
import { siteDayOf } from '#app/site/collections/documents/published-files.ts'
import { MAX_CHANGES, MAX_EDITIONS, type GradeContent, type GradeEdition, type GradeValue } from './grade-schema.ts'
import { valueStatement } from './value-text.ts'

type Stored = GradeContent & { visibility: Visibility }

/** The values that differ, in the order of the later ones. An order alone is no difference. */
export function valueChanges(before: readonly GradeValue[], after: readonly GradeValue[]): GradeEdition['changes'] {
  const properties = new Set([...after, ...before].map(({ property }) => property))
  return [...properties].flatMap((property) => {
    const [from, to] = [before, after].map((values) =>
      values.filter((value) => value.property === property).map(valueStatement),
    ) as [string[], string[]]
    const gone = without(from, to)
    const added = without(to, from)
    return Array.from({ length: Math.max(gone.length, added.length) }, (_, index) => ({
      ...{ property, from: gone[index] ?? '', to: added[index] ?? '' },
    }))
  })
}

/** The texts that are not among the others, each as often as they lack it. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return texts.filter((text) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The sentence of an edition that an undo, or the restoration of an earlier version, raises. */
const RESTORED = 'The values of an earlier edition apply again'

/**
 * Raises the edition of a grade at its publication if values differ that visitors have read, with the sentence that was
 * typed for it. What a program or a form sends for the editions is replaced.
 */
export function withEdition(next: unknown, before: unknown, now: Date, { isUndo }: { isUndo: boolean }): unknown {
  const grade = next as Stored
  const published = before as Stored | undefined
  const date = siteDayOf(now)
  if (!published) {
    // An undone removal brings its editions back.
    const known = isUndo ? {} : { edition: 1, editionDate: date, editions: [] }
    return { ...grade, ...known, whatChanged: '' }
  }
  const { edition, editionDate, editions } = published
  const same = { ...grade, edition, editionDate, editions, whatChanged: '' }
  const changes = valueChanges(published.values, grade.values)
  if (changes.length === 0) return same
  // Nobody has read the values of a hidden grade.
  if (published.visibility === 'hidden') return { ...same, editionDate: date }
  const sentence = grade.whatChanged === '' && isUndo ? RESTORED : grade.whatChanged
  const raised = { number: edition + 1, date, sentence, changes: changes.slice(0, MAX_CHANGES) }
  return {
    ...same,
    edition: raised.number,
    editionDate: date,
    editions: [...editions, raised].slice(-MAX_EDITIONS),
  }
}

/**
 * A publication that changes values has to say what changed. `next` is what was typed, or what {@link withEdition} has
 * made of it.
 */
export function issuesOfEdition(next: unknown, before: unknown): { path: string; message: string }[] {
  const grade = next as Stored
  const published = before as Stored | undefined
  if (!published || published.visibility === 'hidden') return []
  if (valueChanges(published.values, grade.values).length === 0) return []
  const raised = grade.edition > published.edition ? grade.editions.at(-1)?.sentence : grade.whatChanged
  // Of an earlier version that is restored, the publication itself writes the sentence.
  if (raised !== '' || grade.edition < published.edition) return []
  return [{ path: 'whatChanged', message: MISSING_SENTENCE }]
}

const MISSING_SENTENCE =
  'Values have changed. Say in one sentence what changed and why: visitors read it with the new edition'
