import { ADDRESS_RANK, hitsIn, textsWithNames, type NamedText, type RankedHit, type SearchHit } from './content-hits.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { defineService } from '#app/cms/define/content-reader.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { ownReferences } from '#app/cms/define/walk-schema.ts'
import type { Answer } from '#app/cms/search/answer-question.ts'
import type { FoundEntry } from '#app/cms/search/search-index.ts'
import { findFolded, foldText } from '#app/cms/platform/format/fold-text.ts'
import { openSiteSearch } from '#app/cms/search/updated-search.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Places are looked for in so many sections, entries and drafts, those that fit best. */
const MAX_CONTENTS = 300

/** Letters of a content by which it is found: more than any field may have. */
const MAX_TEXT_LENGTH = 200_000

interface Searched {
  section: SectionDefinition
  /** What its texts are made of. */
  basis: readonly unknown[]
  content: unknown
  texts: () => NamedText[]
  href: string
  isDraft: boolean
}

/** The places of one section, or of all entries of a collection. */
export interface FoundPlaces {
  id: string
  label: string
  hits: SearchHit[]
}

interface RankedPlaces extends FoundPlaces {
  hits: RankedHit[]
}

export interface StaffAnswer extends Pick<Answer, 'fit' | 'suggestion'> {
  groups: FoundPlaces[]
  /** True if there are more places than were looked for. */
  isCut: boolean
}

/** All that staff edit, by its id in the index: sections, entries and drafts, without those that only order entries. */
function contents(): Map<string, Searched> {
  const { sections, content, drafts } = currentSite()
  const all = new Map<string, Searched>()
  const titles = titlesOfEntries(sections.all())
  const isEdited = ({ orderOf, editor }: SectionDefinition) => orderOf === undefined && editor !== undefined
  for (const section of sections.all().filter(isEdited)) {
    const value = content.find(section)?.value
    const named = namedEntries(section, value, titles)
    const texts = () => withTitles([...textsWithNames(value)], named)
    if (value !== undefined)
      all.set(section.id, {
        section,
        basis: [value, ...named.values()],
        content: value,
        texts,
        href: adminAddress(section),
        isDraft: false,
      })
  }
  for (const { section, release, content: drafted } of drafts.list()) {
    if (drafted === null || !isEdited(section)) continue
    const value = content.find(section)?.value
    const texts = () => changedTexts(value, drafted)
    const href = editorAddress({ section, release })
    all.set(`${section.id}?${release ?? ''}`, {
      section,
      basis: [value, drafted],
      content: drafted,
      texts,
      href,
      isDraft: true,
    })
  }
  return all
}

/** The titles of all entries, by their collection and key. */
function titlesOfEntries(sections: readonly SectionDefinition[]) {
  return new Map(
    sections.flatMap(({ entry, label }): [string, string][] =>
      entry ? [[`${entry.collection}/${entry.key}`, label]] : [],
    ),
  )
}

/** The titles of the entries that a content names by their keys, by the names of its fields. */
function namedEntries({ schema }: SectionDefinition, content: unknown, titles: ReadonlyMap<string, string>) {
  const fields: Partial<Record<string, unknown>> = typeof content === 'object' && content !== null ? { ...content } : {}
  return new Map(
    ownReferences(schema).flatMap(([name, collection]): [string, string][] => {
      const title = titles.get(`${collection}/${String(fields[name])}`)
      return title === undefined ? [] : [[name, title]]
    }),
  )
}

/** Staff know an entry by its title, and not by the key that the field has. */
function withTitles(texts: readonly NamedText[], named: ReadonlyMap<string, string>): NamedText[] {
  return texts.map(({ name, text }) => ({ name, text: named.get(name) ?? text }))
}

/** The texts of a draft that are not public in the same field. */
function changedTexts(published: unknown, drafted: unknown) {
  const before = new Map(Array.from(textsWithNames(published), ({ name, text }) => [name, text]))
  return [...textsWithNames(drafted)].filter(({ name, text }) => before.get(name) !== text)
}

/** The index of what staff edit. It is made at their first question. */
const staffIndex = defineService((content) =>
  openSiteSearch(content, {
    groups: [
      {
        id: 'contents',
        label: '',
        *things() {
          for (const [id, { basis, texts, href }] of contents()) {
            const entry = () => ({ title: '', place: '', date: '', href, texts: texts().map(({ text }) => text) })
            yield { id, basis, entry }
          }
        },
      },
    ],
    maxTextLength: MAX_TEXT_LENGTH,
    onOtherChange: (listener) => currentSite().drafts.subscribe(listener),
  }),
)

/** Those with a text that has the whole question as it is typed come first. */
function wholeFirst(found: readonly FoundEntry[], question: string) {
  const folded = foldText(question)
  const hasWhole = ({ entry: { texts } }: FoundEntry) => texts.some((text) => findFolded(text, folded) !== undefined)
  return [...found.filter(hasWhole), ...found.filter((one) => !hasWhole(one))]
}

/** Finds the places of words in all that staff edit. What fits best comes first. */
export async function searchContents(question: string): Promise<StaffAnswer> {
  const { groups, fit, suggestion } = await currentSite().service(staffIndex).find(question)
  const found = groups[0]?.found ?? []
  const all = contents()
  const places = new Map<string, RankedPlaces>()
  for (const { entry, terms } of wholeFirst(found.slice(0, MAX_CONTENTS), question)) {
    const searched = all.get(entry.id.slice(entry.id.indexOf('/') + 1))
    if (!searched) continue
    const { section, isDraft } = searched
    const collection = currentSite().definition.collections.find(({ id }) => id === section.entry?.collection)
    const { id, label } = collection ?? section
    const group = places.get(id) ?? { id, label, hits: [] }
    places.set(id, group)
    const around = [...(collection ? [section.label] : []), ...(isDraft ? ['Draft'] : [])]
    for (const hit of hitsIn({ ...searched, texts: searched.texts() }, { terms, phrase: question }))
      group.hits.push({ ...hit, field: [...around, hit.field].join(' › ') })
  }
  const inOrder = ({ hits, ...group }: RankedPlaces) => ({
    ...group,
    hits: hits.toSorted((one, other) => one.rank - other.rank).map(({ rank: _rank, ...hit }) => hit),
  })
  const isCut = found.length > MAX_CONTENTS
  return { fit, suggestion, groups: wordsBeforeAddresses([...places.values()]).map(inOrder), isCut }
}

/** Without the addresses and names of files, unless nothing else was found: staff look for what visitors read. */
function wordsBeforeAddresses(groups: readonly RankedPlaces[]) {
  const withWords = groups.flatMap(({ hits, ...group }) => {
    const words = hits.filter(({ rank }) => rank !== ADDRESS_RANK)
    return words.length === 0 ? [] : { ...group, hits: words }
  })
  return withWords.length === 0 ? groups : withWords
}
