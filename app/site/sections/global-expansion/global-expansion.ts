import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageAlt, line, list, optionalImageFile, optionalText, text } from '#app/cms/define/fields.ts'

export const globalExpansion = defineSection({
  id: 'globalexpansion',
  label: 'Global Expansion',
  icon: 'expand',
  editor: 'site/sections/global-expansion/global-expansion-editor.tsx',
  file: 'home/global-expansion.yaml',
  schema: z.strictObject({
    _id: id(),
    title: line('Title'),
    paragraph1: text('Paragraph 1'),
    paragraph2: optionalText('Paragraph 2'),
    paragraph3: optionalText('Paragraph 3'),
    listItems: list('List items', line('List item'), { min: 4, max: 4 }),
    image: optionalImageFile('Image', { width: 1240 }),
    imageAlt: imageAlt(),
  }),
  page: '/#global-expansion',
  api: {
    path: 'globalexpansion',
    kind: 'record',
    listed: true,
    upload: { from: 'image', to: 'image' },
    keeps: ['image', 'imageAlt'],
  },
})
export type GlobalExpansion = ContentOf<typeof globalExpansion>
