import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  id,
  imageAlt,
  line,
  list,
  optionalImageFile,
  optionalLine,
  optionalLink,
  optionalText,
} from '#app/cms/define/fields.ts'

/** One of the ranges in the carousel. The overlay is a second link, on the image. */
const productRangeEntry = z.strictObject({
  _id: id(),
  title: line('Title'),
  subtitle: optionalLine('Subtitle'),
  description: optionalText('Description'),
  buttonText: optionalLine('Button text', 60),
  buttonLink: optionalLink('Button link'),
  overlayText: optionalLine('Overlay text', 100),
  overlayLink: optionalLink('Overlay link'),
  image: optionalImageFile('Image', { width: 832 }),
  imageAlt: imageAlt(),
})
export type ProductRangeEntry = z.output<typeof productRangeEntry>

export const productRange = defineSection({
  id: 'product-range',
  label: 'Product Range',
  icon: 'range',
  editor: 'site/sections/product-range/product-range-editor.tsx',
  file: 'home/product-range.yaml',
  schema: z.strictObject({
    title: line('Title'),
    entries: list('Entries', productRangeEntry),
  }),
  page: '/#product-range',
  api: { path: 'productrange', kind: 'list', key: 'entries', item: productRangeEntry, keeps: ['imageAlt'] },
})
export type ProductRange = ContentOf<typeof productRange>
