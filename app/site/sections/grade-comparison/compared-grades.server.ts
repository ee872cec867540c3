import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { createSiteReader, defineService, type ContentReader } from '#app/cms/define/content-reader.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { productPages, type Grade, type ProductPage } from '#app/site/sections/product-page/product-page.ts'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import { isInClass, standardsIn, voltageRange, type VoltageRange } from './text-values.ts'

/** A grade of a listed product page, with what it can be found by. */
export interface ComparedGrade {
  grade: string
  product: string
  href: string
  /** The values by the name of their property. */
  values: Map<string, string>
  use: string
  application: string
  /** Names of the voltage classes that it is for. */
  voltages: readonly string[]
  standards: readonly string[]
}

/** A column of values. */
export interface ComparedProperty {
  name: string
  figures: boolean
}

/** The grades of one range of products. */
export interface GradeFamily {
  id: string
  name: string
  grades: readonly ComparedGrade[]
  properties: readonly ComparedProperty[]
  /** The voltage classes in the order of the content: `Low voltage`, `up to 1.1 KV`. */
  voltageClasses: readonly VoltageClass[]
}

interface VoltageClass {
  name: string
  rated: string
  range: VoltageRange | undefined
}

/** Pages that no card leads to. */
const OTHER = { id: 'other', name: 'Other products' }

/** The families that have grades, in the order of /products. Computed once for each version of the content. */
export const comparedGrades = defineService((content: ContentReader) => {
  const reader = createSiteReader(content)
  let families: GradeFamily[] | undefined
  content.subscribe(() => {
    families = undefined
  })
  return { families: () => (families ??= familiesOf(reader)) }
})

function familiesOf(reader: ReturnType<typeof createSiteReader>): GradeFamily[] {
  const catalog = reader.service(productCatalog)
  const pages = pagesOf(reader, productPages)
    .listed()
    .flatMap(({ href, value }) => (href === undefined ? [] : [{ href, page: value }]))
  const voltageClasses = voltageClassesOf(pages.map(({ page }) => page))
  const familyOf = (href: string) => catalog.findProduct(href.slice(PRODUCTS.length + 1))?.family ?? OTHER
  return [...catalog.productFamilies(), OTHER].flatMap(({ id, name }) => {
    const own = pages.filter(({ href }) => familyOf(href).id === id)
    if (own.length === 0) return []
    const grades = own.flatMap(({ href, page }) => gradesOf(page, href, voltageClasses))
    const properties = new Map(own.flatMap(({ page }) => page.properties.map((one) => [one.name, one] as const)))
    return [{ id, name, grades, properties: [...properties.values()], voltageClasses }]
  })
}

function voltageClassesOf(pages: readonly ProductPage[]): VoltageClass[] {
  const classes = new Map<string, VoltageClass>()
  for (const { class: name, rated } of pages.flatMap(({ voltages }) => voltages)) {
    if (!classes.has(name)) classes.set(name, { name, rated, range: voltageRange(rated) })
  }
  return [...classes.values()]
}

function gradesOf(page: ProductPage, href: string, classes: readonly VoltageClass[]): ComparedGrade[] {
  const ofAll = standardsIn([page.gradesNote, ...page.keyFigures.map(({ note }) => note)].join(' '))
  return page.grades.map((grade) => ({
    grade: grade.grade,
    product: page.title,
    href,
    values: new Map(page.properties.map(({ name }, index) => [name, grade.values[index] ?? ''])),
    use: grade.use,
    application: grade.application,
    voltages: voltagesOf(grade, page, classes),
    standards: [...new Set([...standardsIn(grade.use), ...ofAll])],
  }))
}

/** The classes of the page's own voltage table that name the grade; else that of the voltage in its use. */
function voltagesOf(grade: Grade, { voltages }: ProductPage, classes: readonly VoltageClass[]): string[] {
  const named = voltages.filter(({ grades }) => namesIn(grades).includes(grade.grade))
  if (named.length > 0) return named.map((voltage) => voltage.class)
  const range = voltageRange(grade.use)
  if (!range) return []
  return classes
    .filter((voltageClass) => voltageClass.range && isInClass(range, voltageClass.range))
    .map(({ name }) => name)
}

/** `CF 90, CF 100` */
function namesIn(text: string): string[] {
  return text.split(/[,;]/).map((name) => name.trim())
}
