import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageAlt, imageFile, line, list, slug, text } from '#app/cms/define/fields.ts'

/** A polymer layer: its task, and the products it can be made of. */
const layer = z.strictObject({
  name: line('Name', 60),
  task: line('Task', 200),
  /** Last parts of the products' addresses. */
  products: list('Products', slug()),
  standards: line('Standards', 100),
})
export type Layer = z.output<typeof layer>

/** A product that is made of layers, listed from the inside to the outside. */
const build = z.strictObject({
  _id: id(),
  title: line('Title', 60),
  /** Start and direction of the layers: `From the conductor outwards`. */
  order: line('Order', 60),
  layers: list('Layers', layer, { min: 1, max: 8 }),
})
export type Build = z.output<typeof build>

const step = z.strictObject({ title: line('Title', 80), text: text('Text', 400) })

/** The products page, apart from the three sections it shares with the home page. */
export const productsOverview = defineSection({
  id: 'products-overview',
  label: 'Products overview',
  icon: 'range',
  editor: 'site/sections/products-overview/products-overview-editor.tsx',
  file: 'products/overview.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    /** For search engines and shared links. */
    summary: line('Summary', 200),
    image: imageFile('Image', { width: 750 }),
    imageAlt: imageAlt(),
    layersTitle: line('Title above the layers', 80),
    builds: list('Builds', build),
    stepsTitle: line('Title above the steps', 80),
    steps: list('Steps', step, { max: 6 }),
  }),
  page: '/products',
})
export type ProductsOverview = ContentOf<typeof productsOverview>
