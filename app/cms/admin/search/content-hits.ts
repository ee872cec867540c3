import { termPlaces } from '#app/cms/search/term-places.ts'
import { markedPlaces, type MarkedPart } from '#app/cms/search/marked-line.ts'
import { findFolded, foldText } from '#app/cms/platform/format/fold-text.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { fieldLabelAt } from '#app/cms/content/compare/describe-collisions.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'

/** A place in the content where words were found. */
export interface SearchHit {
  /** Address of the editor, at the field. */
  href: string
  /** Labels of the field and of the lists around it: `Members › Asha Rao › Title`. */
  field: string
  /** The text around the first of the words, with all of them marked. */
  parts: MarkedPart[]
}

/** A hit with its place among those that fit alike: titles have the lowest number. */
export interface RankedHit extends SearchHit {
  rank: number
}

/** A text with the name of its form field, as in `members[0].title`. */
export interface NamedText {
  name: string
  text: string
}

interface SearchedContent {
  section: Pick<SectionDefinition, 'schema'>
  /** The entries of its lists are named by their titles. */
  content: unknown
  texts: Iterable<NamedText>
  /** Address of its editor. Fields of the generic editor have the id `editor-{name}`. */
  href: string
}

/** More than a question has terms. */
const MOST = Number.MAX_SAFE_INTEGER

/** Characters shown on either side of the words. */
const CONTEXT = 60

/**
 * The fields of a content that have some of the terms, one hit each: those that have the whole of `phrase` as it is
 * typed, then those with the most of the terms. Addresses and names of files come last.
 */
export function hitsIn(
  { section, content, texts, href }: SearchedContent,
  { terms, phrase }: { terms: readonly string[]; phrase: string },
): RankedHit[] {
  const folded = foldText(phrase)
  const labels = schemaLabels(section.schema)
  const found = [...texts].flatMap(({ name, text: written }) => {
    // Only who asks for an address reads where a link leads.
    const text = isAddress(phrase) ? written : withoutLinks(written)
    const places = termPlaces(text, terms)
    const whole = findFolded(text, folded)
    const first = whole ?? places[0]
    if (!first) return []
    const field = withoutNumbers(fieldLabelAt(content, name, labels))
    const hit = { href: `${href}#editor-${encodeURIComponent(name)}`, field }
    const count = whole ? MOST : new Set(places.map(({ term }) => term)).size
    const rank = rankOf({ name, text }, whole !== undefined, phrase)
    const near = { start: Math.max(0, first.start - CONTEXT), end: Math.min(text.length, first.end + CONTEXT) }
    return [{ hit: { ...hit, parts: markedPlaces(text, whole ? [whole] : places, near), rank }, count }]
  })
  return found
    .sort((one, other) => lastOf(one) - lastOf(other) || other.count - one.count || one.hit.rank - other.hit.rank)
    .map(({ hit }) => hit)
}

/** Of a text that is an address, or the name of a file. */
export const ADDRESS_RANK = 2

/** The place in a list says nothing to a person who reads the text itself. */
function withoutNumbers(label: string) {
  const parts = label.split(' › ')
  return parts.filter((part, at) => at === 0 || !/^\d{1,3}$/.test(part)).join(' › ')
}

/** Whole titles first, addresses and names of files last, unless an address is asked for. */
function rankOf({ name, text }: NamedText, isWhole: boolean, phrase: string) {
  if (isAddress(text) && !isAddress(phrase)) return ADDRESS_RANK
  return isWhole && isTitle(name) ? 0 : 1
}

/** True for the name of a field that has a title. */
export function isTitle(name: string) {
  return /(?:^|\.)(?:title|name|heading)$/.test(name)
}

function lastOf({ hit }: { hit: RankedHit }) {
  return hit.rank === ADDRESS_RANK ? 1 : 0
}

/** `/breads/rye`, `https://…`, `rye-bread`, `price-list.pdf` */
function isAddress(text: string) {
  return /^(?:(?:https?:\/)?\/\S*|[a-z0-9]+(?:-[a-z0-9]+)+|\S+\.[a-z]\w{1,4})$/.test(text)
}

/** `[rye](/breads/rye)` → `rye` */
function withoutLinks(text: string) {
  return text.replaceAll(/\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, '$1')
}

/** Every text in `content`, without keys such as `_id`. */
export function* textsWithNames(content: unknown, name = ''): Generator<NamedText> {
  if (typeof content === 'string') yield { name, text: content }
  else if (Array.isArray(content)) {
    for (const [index, entry] of content.entries()) yield* textsWithNames(entry, `${name}[${index}]`)
  } else if (typeof content === 'object' && content !== null) {
    for (const [key, value] of Object.entries(content)) {
      if (!key.startsWith('_')) yield* textsWithNames(value, name === '' ? key : `${name}.${key}`)
    }
  }
}
