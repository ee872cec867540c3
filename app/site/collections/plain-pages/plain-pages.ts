import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { choice, line, optionalText } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { titledDocuments } from '#app/site/sections/shared/titled-documents.ts'
import { isReservedAddress } from '#app/site/addresses/site-addresses.ts'

/** Pages of text directly below the root, such as /terms-of-use. */
export const plainPages = defineCollection({
  id: 'plain-pages',
  label: 'Plain pages',
  names: { noun: 'plain page', title: ({ title }) => title, label: ({ title }) => `${title} page` },
  icon: 'page',
  form: { module: 'site/collections/plain-pages/plain-page-editor.tsx' },
  files: 'plain-pages/*.md',
  schema: z.strictObject({
    title: line('Title', 80),
    lead: optionalText('Introduction', 300),
    menu: choice('Menu', ['none', 'footer'], { none: 'None', footer: 'Footer' }).default('none'),
    layout: choice('Layout', ['text', 'questions'], { text: 'Text', questions: 'Questions and answers' }).default(
      'text',
    ),
    documents: titledDocuments('Documents').default([]),
    body: markdown('Text', 100_000),
  }),
  pages: { below: '', isReserved: isReservedAddress },
  list: { columns: [{ label: 'Menu', value: ({ menu }) => (menu === 'footer' ? 'Footer' : '') }] },
  api: { path: 'plain-pages', kind: 'entries' },
})
export type PlainPage = ContentOfEntry<typeof plainPages>
