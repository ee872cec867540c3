import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { imageAlt, line, optionalImageFile, optionalLine, optionalLink } from '#app/cms/define/fields.ts'
import { productList } from '#app/site/sections/product-page/product-list.ts'

export const powerCables = defineSection({
  id: 'power-cables',
  label: 'Power Cable',
  icon: 'bundle',
  editor: 'site/sections/product-catalog/product-list-editor.tsx',
  file: 'home/power-cables.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    // Shown for a product that has no image of its own.
    image: optionalImageFile('Image', { width: 835 }),
    imageAlt: imageAlt(),
    products: productList(),
  }),
  messages: { updated: 'Power Cable section updated successfully!' },
  page: '/#power-cables',
  api: { path: 'powercables', kind: 'record', keeps: ['imageAlt'] },
})
export type PowerCables = ContentOf<typeof powerCables>
