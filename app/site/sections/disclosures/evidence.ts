import { KIND_IDS, kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { FACT_LABELS } from './fact-labels.ts'

/**
 * What can show a disclosure, as content has it: `document/{kind}` for a public document of a kind, `fact/{fact}` for a
 * fact of the company, `page` for a page of the site, `text` for a statement in the row itself.
 */
export const EVIDENCE: readonly { value: string; label: string }[] = [
  ...KIND_IDS.map((kind) => ({ value: `document/${kind}`, label: `Document: ${kindOf(kind).label}` })),
  ...Object.entries(FACT_LABELS).map(([fact, label]) => ({ value: `fact/${fact}`, label: `Company fact: ${label}` })),
  { value: 'page', label: 'A page of this website' },
  { value: 'text', label: 'A statement in the row itself' },
]

/** What the least number of a row counts, by the value that content has. */
export const COUNTED = {
  things: 'Documents, or entries of the fact',
  years: 'The last financial years, each with one',
} as const

const KNOWN = new Set(EVIDENCE.map(({ value }) => value))

export function isEvidence(value: string): boolean {
  return KNOWN.has(value)
}

/** The kind of document that shows a disclosure; undefined if something else does. */
export function kindOfEvidence(evidence: string): DocumentKindId | undefined {
  return KIND_IDS.find((kind) => evidence === `document/${kind}`)
}

/** The id of the fact that shows a disclosure; undefined if something else does. */
export function factOfEvidence(evidence: string): string | undefined {
  return evidence.startsWith('fact/') ? evidence.slice('fact/'.length) : undefined
}
