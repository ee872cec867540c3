import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { choice, line, optionalText } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { isOwnAddress } from '../addresses.ts'

/** Pages of text directly below the root, such as /allergens. */
export const textPages = defineCollection({
  id: 'text-pages',
  label: 'Text pages',
  names: { noun: 'text page', title: ({ title }) => title, label: ({ title }) => `${title} page` },
  icon: 'page',
  form: { module: 'text-pages/text-page-editor.tsx' },
  files: 'pages/*.md',
  schema: z.strictObject({
    title: line('Title', 80),
    lead: optionalText('Introduction', 300),
    menu: choice('Menu', ['none', 'footer'], { none: 'None', footer: 'Footer' }).default('none'),
    body: markdown('Text', 20_000),
  }),
  pages: { below: '', isReserved: (last) => isOwnAddress(`/${last}`) },
  list: { columns: [{ label: 'Menu', value: ({ menu }) => (menu === 'footer' ? 'Footer' : ''), isGroup: true }] },
  api: { path: 'text-pages', kind: 'entries' },
})
export type TextPage = ContentOfEntry<typeof textPages>
