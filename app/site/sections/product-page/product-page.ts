import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import {
  choice,
  count,
  imageAlt,
  imageFile,
  line,
  list,
  optionalLine,
  optionalReference,
  readWith,
  slug,
} from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import { idsOf } from '#app/site/collections/properties/grade-choices.ts'
import { COLUMN_SOURCES } from './column-sources.ts'
import { MAX_COLUMNS, MAX_KEY_FIGURES, MAX_RELATED, MAX_SUPPLY_FACTS } from './product-limits.ts'

/** A figure in the head of the page: `Voltage`, `66 KV`, `and above`. */
const keyFigure = z.strictObject({
  name: line('Name', 40),
  value: readWith(line('Value', 40), 'note'),
  note: optionalLine('Note', 60),
})
export type KeyFigure = z.output<typeof keyFigure>

/** A column of the grade table. */
const column = z
  .strictObject({
    /** Empty: the name of the property. Its unit is shown after it. */
    title: optionalLine('Title', 60),
    shows: choice('Shows', idsOf(COLUMN_SOURCES), COLUMN_SOURCES).default('property'),
    property: optionalReference('Property', { id: 'properties' }),
    /** Which of several values of the property: the one under this condition. */
    condition: optionalLine('Condition', 80),
  })
  .check(({ value: { shows, property }, issues }) => {
    if (shows !== 'property' || property !== '') return
    issues.push({ code: 'custom', input: property, path: ['property'], message: 'Choose the property of the column' })
  })
export type Column = z.output<typeof column>

const voltage = z.strictObject({
  class: line('Class', 60),
  rated: line('Rated voltage', 60),
  cables: line('Typical cables', 200),
  grades: line('Grades', 100),
})
export type Voltage = z.output<typeof voltage>

/** A range in degrees Celsius in which the compound is applied in one of its forms. */
const temperature = z
  .strictObject({
    form: line('Form', 40),
    from: count('From', { max: 1000 }),
    to: count('To', { max: 1000 }),
  })
  .refine(({ from, to }) => from < to, { error: 'To must be higher than from', path: ['to'] })
export type Temperature = z.output<typeof temperature>

/** A fact of processing or supply: `Melt temperature`, `150 to 175 °C`. */
const supplyFact = z.strictObject({ name: line('Name', 40), text: line('Text', 200) })
export type SupplyFact = z.output<typeof supplyFact>

/** The content of a page, without its address and its visibility. */
export const productPageSchema = z.strictObject({
  title: line('Title', 100),
  lead: line('Opening sentence', 200),
  /** For search engines and shared links. */
  summary: line('Summary', 200),
  image: imageFile('Image', { width: 750 }),
  imageAlt: imageAlt(),
  keyFigures: list('Key figures', keyFigure, { max: MAX_KEY_FIGURES }),
  columns: list('Columns', column, { min: 1, max: MAX_COLUMNS }),
  tableTitle: line('Heading of the table', 40).default('Grades'),
  gradesNote: line('Note below the grades', 300),
  voltages: list('Voltages', voltage).default([]),
  temperatures: list('Application temperatures', temperature).default([]),
  supplyTitle: line('Heading of the facts', 40).default('Processing and supply'),
  supply: list('Processing and supply', supplyFact, { max: MAX_SUPPLY_FACTS }).default([]),
  relatedTitle: line('Title above the related products', 80).default('Related products'),
  /** Last parts of the related products' addresses. */
  related: list('Related products', slug(), { max: MAX_RELATED }),
  body: markdown('Description', 10_000),
})

export type ProductPage = z.output<typeof productPageSchema>

/** The products that have a page with their grades. */
export const productPages = defineCollection({
  id: 'product-pages',
  label: 'Product pages',
  names: {
    noun: 'product page',
    title: ({ title }) => title,
    label: ({ title }) => `${title} page`,
    inMessages: ({ title }) => title,
  },
  icon: 'bundle',
  form: { module: 'site/sections/product-catalog/product-page-editor.tsx' },
  files: 'products/*.md',
  schema: productPageSchema,
  pages: { below: PRODUCTS, isReserved: (last) => `${PRODUCTS}/${last}` === GRADES_PAGE },
  order: 'manual',
  api: { path: 'product-pages', kind: 'entries' },
  // The histories and drafts of the first pages have these ids.
  idPrefix: 'product-',
})
