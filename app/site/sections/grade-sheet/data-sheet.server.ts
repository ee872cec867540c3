import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'
import { BASES, CURES, RELATIONS, STATES, VOLTAGES } from '#app/site/collections/properties/grade-choices.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { PROPERTY_GROUP_IDS, PROPERTY_GROUPS } from '#app/site/collections/properties/property-groups.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { nameWithUnit, type IndexedValue } from '#app/site/sections/grade-finder/indexed-values.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { certificateOf } from './certificate-of-standard.server.ts'

/** A fact in words: `Layer`, `Sheath`. */
export interface SheetFact {
  name: string
  text: string
}

/**
 * What the data sheet of a grade says. The page, the PDF and the files for programs are all made of it, so that they
 * cannot differ.
 */
export function dataSheet(site: SiteReader, grade: IndexedGrade) {
  const { key, value, page, href, isDiscontinued } = grade
  const { title, use, state, formerNames, meets, edition, editionDate } = value
  const successor = isDiscontinued ? site.service(gradeIndex).withKey(value.successor) : undefined
  return {
    ...{ key, title, use, href, formerNames, edition, editionDate },
    product: { title: page.title, href: page.href, family: page.family.name },
    state: state === 'regular' ? '' : STATES[state],
    isDiscontinued,
    successor: successor && { title: successor.value.title, href: successor.href },
    facts: factsOf(grade),
    standards: meets.map((met) => ({
      name: standardName(met),
      relation: RELATIONS[met.relation],
      certificate: certificateOf(site, met.certificate),
    })),
    groups: groupsOf(grade.values),
    supply: supplyOf(site, grade),
    editions: editionsOf(site, grade),
  }
}
export type DataSheet = ReturnType<typeof dataSheet>
export type SheetValue = DataSheet['groups'][number]['values'][number]

/** The data sheets of all grades that are listed, in the order of the finder. */
export function dataSheets(site: SiteReader): DataSheet[] {
  return site
    .service(gradeIndex)
    .listed()
    .map((grade) => dataSheet(site, grade))
}

function factsOf({ value }: IndexedGrade): SheetFact[] {
  const { layer, voltages, temperature, cure, fireClass, colours } = value
  return withText([
    { name: 'Layer', text: layer },
    { name: 'Voltage', text: voltages.map((voltage) => VOLTAGES[voltage]).join('; ') },
    { name: 'Conductor temperature', text: temperature === '' ? '' : `${temperature}\u00a0°C` },
    { name: 'Cure', text: cure === 'none' ? '' : CURES[cure] },
    { name: 'Fire class', text: fireClass },
    { name: 'Colours', text: colours.join(', ') },
  ])
}

/** The values in the order of a data sheet. */
function groupsOf(values: readonly IndexedValue[]) {
  return PROPERTY_GROUP_IDS.map((group) => ({
    title: PROPERTY_GROUPS[group],
    values: values
      .filter((value) => value.group === group)
      .map(({ property, name, unit, kind, text, method, condition, isSpecified, lowest, highest }) => ({
        ...{ property, name, unit, kind, text, method, condition, lowest, highest },
        basis: isSpecified ? BASES.specified : BASES.typical,
      })),
  })).filter((group) => group.values.length > 0)
}

/** How the grade is processed and packed: its own facts, then those of its product page about other things. */
function supplyOf(site: SiteReader, { value, page }: IndexedGrade): SheetFact[] {
  const own = withText([...value.processing, { name: 'Packing', text: value.packing }])
  const known = new Set(own.map(({ name }) => name.toLowerCase()))
  const ofAll = pagesOf(site, productPages).withKey(page.key)?.value.supply ?? []
  return [...own, ...ofAll.filter(({ name }) => !known.has(name.toLowerCase()))]
}

function withText(facts: readonly SheetFact[]): SheetFact[] {
  return facts.filter(({ text }) => text !== '').map(({ name, text }) => ({ name, text }))
}

/** The editions after the first one, the newest first, with the names that the properties have now. */
function editionsOf(site: SiteReader, { value }: IndexedGrade) {
  const known = pagesOf(site, properties)
  return value.editions.toReversed().map(({ changes, ...edition }) => ({
    ...edition,
    changes: changes.map(({ property, from, to }) => {
      const { title = property, unit = '' } = known.withKey(property)?.value ?? {}
      return { name: nameWithUnit({ name: title, unit }), from, to }
    }),
  }))
}
