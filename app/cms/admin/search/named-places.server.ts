import { adminAddress } from '#app/cms/define/admin-address.ts'
import { findFolded, foldText } from '#app/cms/platform/format/fold-text.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { isTitle, textsWithNames } from './content-hits.ts'
import { searchFields } from './search-fields.ts'

/** An entry, an item of a list or a field, as the top bar suggests it while a word is typed. */
export interface NamedPlace {
  label: string
  /** The list, section or form that it belongs to. */
  group: string
  href: string
}

const MAX_PLACES = 6

/** The entries, the items of lists and the fields whose names have all words of `query`: the closest ones. */
export function placesNamed(query: string): NamedPlace[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hasAll = (folded: string) => words.every((word) => folded.includes(word))
  const found = namesOfContent().flatMap((place) => {
    const folded = foldText(place.label)
    return hasAll(folded) ? [{ place, distance: distanceOf(folded, words) }] : []
  })
  const closest = found.toSorted((one, other) => one.distance - other.distance).map(({ place }) => place)
  const fields = searchFields(editedForms(), query).map(({ href, field, parts }) => ({
    label: parts.map(({ text }) => text).join(''),
    group: field,
    href,
  }))
  return distinct([...closest, ...fields]).slice(0, MAX_PLACES)
}

/** The titles of all entries, and those within the lists of each section. */
function namesOfContent(): NamedPlace[] {
  const { sections, content, definition } = currentSite()
  const lists = new Map(definition.collections.map(({ id, label }) => [id, label]))
  const edited = sections.all().filter(({ orderOf, editor }) => orderOf === undefined && editor !== undefined)
  return edited.flatMap((section): NamedPlace[] => {
    const href = adminAddress(section)
    if (section.entry) return [{ label: section.label, group: lists.get(section.entry.collection) ?? '', href }]
    const texts = [...textsWithNames(content.find(section)?.value)]
    return texts
      .filter(({ name, text }) => text !== '' && isTitle(name))
      .map(({ name, text }) => ({
        label: text,
        group: section.label,
        href: `${href}#editor-${encodeURIComponent(name)}`,
      }))
  })
}

/** 0 if a name begins with the first word, 1 if a word of it does, else 2. */
function distanceOf(folded: string, [first = '']: readonly string[]) {
  if (folded.startsWith(first)) return 0
  return findFolded(` ${folded}`, ` ${first}`) ? 1 : 2
}

/** The same name in one list leads to the first of them. */
function distinct(places: readonly NamedPlace[]) {
  return [
    ...new Map(places.toReversed().map((place) => [`${place.group}\n${place.label}`, place])).values(),
  ].toReversed()
}

/** The forms of staff: those of the sections, and for each collection that of its entries. */
export function editedForms() {
  const { sections, collections } = currentSite().definition
  return [
    ...sections
      .filter(({ editor }) => editor !== undefined)
      .map((section) => ({ ...section, href: adminAddress(section), hasFields: true })),
    ...collections.map(({ id, label, schema }) => ({ label, schema, href: `/admin/${id}`, hasFields: false })),
  ]
}
