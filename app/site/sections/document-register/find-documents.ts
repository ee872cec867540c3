import { compareWords } from '#app/cms/define/define-collection.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import type { Synonyms } from '#app/cms/search/question.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import {
  DOCUMENT_GROUPS,
  DOCUMENT_KINDS,
  KIND_IDS,
  kindOf,
  type DocumentKindId,
} from '#app/site/collections/documents/document-kinds.ts'
import {
  financialYearFrom,
  financialYearOf,
  periodLabel,
  PERIODS,
  quarterOf,
  type Period,
} from '#app/site/collections/documents/financial-period.ts'
import { NOTHING_CHOSEN, SELECTION_QUERIES, type DocumentSelection } from '#app/site/addresses/document-selection.ts'
import { askedTerms } from '#app/site/sections/search-words/content-synonyms.ts'
import type { RegisteredDocument } from './register.server.ts'

/** More words are ignored. */
const MAX_WORDS = 12

const NO_SYNONYMS: Pick<Synonyms, 'of'> = { of: () => undefined }

/** The documents that fit all of a selection, in their order. `synonyms`: other words for typed ones. */
export function findDocuments(
  documents: readonly RegisteredDocument[],
  { fy, quarter, kind, q }: DocumentSelection,
  synonyms = NO_SYNONYMS,
): RegisteredDocument[] {
  const words = foldText(q).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const terms = askedTerms(words, synonyms)
  return documents.filter(
    (document) =>
      (kind === '' || document.kind === kind || groupOf(document)?.id === kind) &&
      (fy === '' || yearOf(document) === fy) &&
      (quarter === '' || partOfYear(document) === quarter) &&
      (terms.length === 0 || hasTerms(document, terms)),
  )
}

function groupOf({ kind }: Pick<RegisteredDocument, 'kind'>) {
  const { group } = kindOf(kind)
  return DOCUMENT_GROUPS.find(({ label }) => label === group)
}

/** Documents of a group that the register begins with. */
const NEWEST_OF_GROUP = 3

/** The groups that have documents, each with its newest ones and the number of all. */
export function groupsOfDocuments(documents: readonly RegisteredDocument[]) {
  return DOCUMENT_GROUPS.map(({ id, label }) => {
    const ofGroup = documents.filter((document) => groupOf(document)?.id === id)
    return { id, label, newest: ofGroup.slice(0, NEWEST_OF_GROUP), total: ofGroup.length }
  }).filter(({ total }) => total > 0)
}

/** The financial year of a document. One without a period belongs to that of its event, or of its disclosure. */
function yearOf({ financialYear, eventDay, date }: RegisteredDocument): string {
  return financialYear || financialYearOf(eventDay || date)
}

function partOfYear({ financialYear, period, eventDay, date }: RegisteredDocument): string {
  return financialYear === '' ? quarterOf(eventDay || date) : period
}

function hasTerms(document: RegisteredDocument, terms: ReturnType<typeof askedTerms>) {
  const { title, kind, financialYear, period, files } = document
  const texts = [title, kindOf(kind).label, ...files.map((file) => file.title)]
  if (financialYear !== '') texts.push(periodLabel(financialYear, period))
  const text = foldText(texts.join(' '))
  const words = ` ${text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `
  return terms.every(
    ({ written, others }) =>
      written.every((word) => text.includes(word) || isYearOf(word, document)) ||
      others.some((way) => words.includes(beginOf(way))),
  )
}

/** A short word is no beginning of a longer one: `PE` is not in `performance`. */
const SHORT = 3

/** Other words begin where a word of the text does. */
function beginOf(way: readonly string[]) {
  const phrase = way.join(' ')
  return phrase.length > SHORT ? ` ${phrase}` : ` ${phrase} `
}

/** A year alone is that of the day, or a financial year that ends or begins in it: 2026 is 2025-26 and 2026-27. */
function isYearOf(word: string, { financialYear, eventDay, date }: RegisteredDocument) {
  if (!/^(?:19|20)\d\d$/.test(word)) return false
  if (financialYear === '') return (eventDay || date).startsWith(word)
  return [Number(word) - 1, Number(word)].map(financialYearFrom).includes(financialYear)
}

/** Documents on a page. 50 rows with their details have about 60 kB. */
const DOCUMENTS_ON_PAGE = 50

/** The page of a list that the query parameter `page` names; for a page that does not exist, the nearest one. */
export function pageOfDocuments(found: readonly RegisteredDocument[], query: string | null) {
  const pageCount = Math.max(1, Math.ceil(found.length / DOCUMENTS_ON_PAGE))
  const asked = /^\d{1,6}$/.test(query ?? '') ? Number(query) : 1
  const page = Math.min(Math.max(asked, 1), pageCount)
  const first = (page - 1) * DOCUMENTS_ON_PAGE
  return { documents: found.slice(first, first + DOCUMENTS_ON_PAGE), page, pageCount, first, total: found.length }
}

/** A selection that asks for less, in words, and how many documents it finds. */
export interface WiderSelection {
  selection: DocumentSelection
  words: string
  count: number
}

/**
 * What to ask for instead of a selection that finds nothing: all of it but one value, and else each value alone. Only
 * those that find something.
 */
export function widerSelections(
  documents: readonly RegisteredDocument[],
  selection: DocumentSelection,
  synonyms = NO_SYNONYMS,
): WiderSelection[] {
  const set = SELECTION_QUERIES.filter((name) => selection[name] !== '')
  const found = (candidates: DocumentSelection[]) =>
    candidates
      .map((wider) => ({
        selection: wider,
        words: wordsOf(wider),
        count: findDocuments(documents, wider, synonyms).length,
      }))
      .filter(({ count }) => count > 0)
  const withoutOne = set.length < 2 ? [] : found(set.map((name) => ({ ...selection, [name]: '' })))
  if (withoutOne.length > 0 || set.length < 3) return withoutOne
  return found(set.map((name) => ({ ...NOTHING_CHOSEN, [name]: selection[name] })))
}

/** A part of a selection in words, and the selection without it. */
export interface ChosenPart {
  words: string
  without: DocumentSelection
}

/** The parts of a selection that can be taken away one by one: none if it has only one. */
export function chosenParts(selection: DocumentSelection): ChosenPart[] {
  const set = SELECTION_QUERIES.filter((name) => selection[name] !== '')
  if (set.length < 2) return []
  return set.map((name) => ({
    words: wordsOf({ ...NOTHING_CHOSEN, [name]: selection[name] }),
    without: { ...selection, [name]: '' },
  }))
}

/** What a selection asks for: `year 2024-25, quarter 1 and kind “Press release”`. */
export function wordsOf({ fy, quarter, kind, q }: DocumentSelection): string {
  const [part = quarter] = (isPeriod(quarter) ? PERIODS[quarter] : quarter).split(',')
  return enumerate([
    ...(fy ? [`year ${fy}`] : []),
    ...(quarter ? [part.charAt(0).toLowerCase() + part.slice(1)] : []),
    ...(kind ? [`type “${labelOf(kind)}”`] : []),
    ...(q ? [`“${q}”`] : []),
  ])
}

function labelOf(kind: string) {
  return isKind(kind) ? kindOf(kind).label : (DOCUMENT_GROUPS.find(({ id }) => id === kind)?.label ?? kind)
}

/** What a visitor can choose. */
export interface SelectionChoices {
  /** Financial years, the newest first. */
  years: string[]
  /** `id` asks for all kinds of a group; undefined if it has one. */
  kinds: { group: string; id?: string | undefined; kinds: { id: string; label: string }[] }[]
}

/** The financial years and the kinds that documents have, and those of the selection. */
export function choicesOf(documents: readonly RegisteredDocument[], { fy, kind }: DocumentSelection): SelectionChoices {
  const years = new Set([...documents.map(yearOf), ...(fy ? [fy] : [])])
  const used = new Set<string>([...documents.map((document) => document.kind), kind])
  const groups = new Map<string, { id: string; label: string }[]>()
  for (const id of KIND_IDS.filter((known) => used.has(known))) {
    const { group, label } = kindOf(id)
    groups.set(group, [...(groups.get(group) ?? []), { id, label }])
  }
  if (kind && labelOf(kind) === kind) groups.set('Unknown', [{ id: kind, label: kind }])
  return {
    years: [...years].sort((one, other) => compareWords(other, one)),
    kinds: [...groups].map(([group, kinds]) => {
      const id = kinds.length > 1 ? DOCUMENT_GROUPS.find(({ label }) => label === group)?.id : undefined
      return { group, id, kinds }
    }),
  }
}

function isKind(text: string): text is DocumentKindId {
  return Object.hasOwn(DOCUMENT_KINDS, text)
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text)
}
