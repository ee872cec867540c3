import { isDeepStrictEqual } from 'node:util'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { createSiteReader, defineService, type ContentReader, type SiteReader } from '#app/cms/define/content-reader.ts'
import { compareWords, visibilityOf } from '#app/cms/define/define-collection.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { gradePath } from '#app/site/addresses/grade-address.ts'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import { CURES } from '#app/site/collections/properties/grade-choices.ts'
import { grades, type Grade } from '#app/site/collections/grades/grades.ts'
import { standardName, standardNames, standardPieces } from '#app/site/collections/grades/standards.ts'
import { properties, type Property } from '#app/site/collections/properties/properties.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { valuesOf } from './indexed-values.ts'
import type { FoundGrade } from './find-grades.ts'
import { squeezed, wordsOfGrade } from './grade-words.ts'

/** Product pages that no card leads to. */
const OTHER = { id: 'other', name: 'Other products' }

/** The product page of a grade. */
interface PageOfGrade {
  key: string
  title: string
  href: string
  family: { id: string; name: string }
}

/** A grade as visitors see it, with everything that it is found and compared by. */
export interface IndexedGrade extends FoundGrade {
  page: PageOfGrade
  value: Grade
  /** Address of its own page. */
  href: string
  /** False if the grade or its product page is unlisted: it is in no list. */
  isListed: boolean
}

interface Index {
  /** Those of listed pages, in the order of the families and of their pages. */
  listed: readonly IndexedGrade[]
  byKey: ReadonlyMap<string, IndexedGrade>
  byPage: ReadonlyMap<string, readonly IndexedGrade[]>
  byName: ReadonlyMap<string, IndexedGrade>
  /** All that visitors can open, by the addresses of their pages. */
  byAddress: ReadonlyMap<string, IndexedGrade>
}

/** The grades of a site with their properties. Computed once for each version of the content. */
export const gradeIndex = defineService((content: ContentReader) => {
  const reader = createSiteReader(content)
  const known: KnownParts = { pages: new Map(), grades: new WeakMap() }
  let index: Index | undefined
  content.subscribe(() => {
    index = undefined
  })
  const current = () => (index ??= indexOf(reader, known))
  return {
    /** The grades of all listed product pages. */
    listed: () => current().listed,
    /** The listed grade with a key, if visitors can find it. */
    withKey: (key: string) => current().byKey.get(key),
    /** The grades of the product page with a key, without those that are discontinued, in the order of its table. */
    ofPage: (key: string) => current().byPage.get(key) ?? [],
    /** The grade that has this name, or had it before. Of two with one name, the first. */
    withName: (name: string) => current().byName.get(foldText(name)),
    /** All grades that visitors can open, unlisted and discontinued ones among them, by the addresses of their pages. */
    byAddress: () => current().byAddress,
  }
})

/** What was made for earlier versions of the content: a save changes one grade, and the others are kept. */
interface KnownParts {
  /** By the keys of the pages. */
  pages: Map<string, PageOfGrade>
  grades: WeakMap<Grade, { grade: IndexedGrade; properties: ReadonlyMap<string, Property> }>
}

function indexOf(reader: SiteReader, known: KnownParts): Index {
  const all = indexedGrades(reader, known)
  const order = [...reader.service(productCatalog).productFamilies(), OTHER].map(({ id }) => id)
  const listed = all
    .filter(({ isListed }) => isListed)
    .toSorted((a, b) => order.indexOf(a.page.family.id) - order.indexOf(b.page.family.id))
  const names = listed.flatMap((grade) =>
    [grade.value.title, ...grade.value.formerNames].map((name) => [foldText(name), grade] as const),
  )
  const inTables = all.filter(({ isDiscontinued, value }) => !isDiscontinued && visibilityOf(value) === 'listed')
  return {
    listed,
    byKey: new Map(listed.map((grade) => [grade.key, grade])),
    byPage: groupedBy(inTables, ({ page }) => page.key),
    byName: new Map(names.toReversed()),
    // Of two grades that were given one address by hand, the first one has it.
    byAddress: new Map(all.map((grade) => [grade.href, grade] as const).toReversed()),
  }
}

/** All grades that visitors can open: in the order of their product pages, and of the tables of these. */
function indexedGrades(reader: SiteReader, known: KnownParts): IndexedGrade[] {
  const ofSite = propertiesOf(reader)
  const pages = pagesOf(reader, productPages)
  const catalog = reader.service(productCatalog)
  const shown = reader.content.entryKeys(grades).flatMap((key) => pagesOf(reader, grades).withKey(key) ?? [])
  const byProduct = groupedBy(shown, ({ value }) => value.product)
  const listedPages = pages.listed().map(({ key }) => key)
  return [...new Set([...listedPages, ...byProduct.keys()])].flatMap((product) => {
    const page = pages.withKey(product)
    if (page?.href === undefined) return []
    const family = catalog.findProduct(page.href.slice(PRODUCTS.length + 1))?.family ?? OTHER
    const { key, title, href } = page
    const pageOfGrade = keptPage(known, { key, title, href, family: { id: family.id, name: family.name } })
    return (byProduct.get(product) ?? [])
      .toSorted((a, b) => a.value.position - b.value.position || compareWords(a.value.title, b.value.title))
      .map((entry) => {
        const isListed = entry.isListed && page.isListed
        const earlier = known.grades.get(entry.value)
        const isKept = earlier?.grade.page === pageOfGrade && earlier.grade.isListed === isListed
        if (isKept && earlier.properties === ofSite) return earlier.grade
        const grade = indexedGrade(entry.key, entry.value, { page: pageOfGrade, isListed, properties: ofSite })
        known.grades.set(entry.value, { grade, properties: ofSite })
        return grade
      })
  })
}

/** The page that was made before if it says the same, so that its grades are known to be the same. */
function keptPage({ pages }: KnownParts, page: PageOfGrade): PageOfGrade {
  const earlier = pages.get(page.key)
  if (earlier && isDeepStrictEqual(earlier, page)) return earlier
  pages.set(page.key, page)
  return page
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const known = groups.get(keyOf(item))
    if (known) known.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** The same map as long as the properties are the same. */
function propertiesOf(reader: SiteReader): ReadonlyMap<string, Property> {
  const listed = pagesOf(reader, properties).listed()
  const made = ofLists.get(listed) ?? new Map(listed.map(({ key, value }) => [key, value]))
  ofLists.set(listed, made)
  return made
}

const ofLists = new WeakMap<readonly object[], ReadonlyMap<string, Property>>()

/** What a grade is found by is made when it is asked for: most pages need only its address. */
function indexedGrade(
  key: string,
  value: Grade,
  {
    page,
    isListed,
    properties,
  }: Pick<IndexedGrade, 'page' | 'isListed'> & { properties: ReadonlyMap<string, Property> },
): IndexedGrade {
  const { title, formerNames, layer, voltages, temperature, cure, fireClass, colours, state } = value
  const met = value.meets.filter(({ relation }) => relation !== 'tested')
  const some = (text: string) => (text === '' ? [] : [text])
  const cures = cure === 'none' ? [] : [CURES[cure]]
  const made: Partial<Pick<IndexedGrade, 'facets' | 'values' | 'standards' | 'names' | 'words'>> = {}
  const texts = () => [
    ...[title, ...formerNames, page.title, page.family.name, layer, fireClass, ...colours, ...cures],
    ...[
      ...met.map(standardName),
      ...new Set(value.values.map(({ property }) => properties.get(property)?.title ?? '')),
    ],
  ]
  return {
    ...{ key, value, page, isListed },
    href: gradePath(page.href, grades.addressOf(key, value)),
    isDiscontinued: state === 'discontinued',
    get facets() {
      return (made.facets ??= {
        family: [page.family.id],
        product: [page.key],
        layer: some(layer),
        voltage: voltages,
        temperature: some(temperature),
        cure: cure === 'none' ? [] : [cure],
        fire: some(fireClass),
        standard: [...new Set(met.flatMap(standardNames))],
        colour: colours,
      })
    },
    get values() {
      return (made.values ??= valuesOf(value.values, properties))
    },
    get standards() {
      return (made.standards ??= met.map(standardPieces))
    },
    get names() {
      return (made.names ??= [title, ...formerNames].map(squeezed))
    },
    get words() {
      return (made.words ??= wordsOfGrade(texts(), value))
    },
  }
}
