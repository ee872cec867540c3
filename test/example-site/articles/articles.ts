import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import {
  day,
  documentUrl,
  id,
  imageAlt,
  imageFile,
  line,
  list,
  optionalImageFile,
  text,
  uploadUrl,
} from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'

const articleDocument = z.strictObject({ _id: id(), title: line('Title', 200), fileUrl: documentUrl('File') })

const film = z.strictObject({
  _id: id(),
  title: line('Title', 200),
  video: uploadUrl('Video', 'mp4'),
  captions: uploadUrl('Captions', 'vtt'),
  poster: imageFile('Poster'),
})

/** What is new in the shop, the newest first. The home page lists it. */
export const articles = defineCollection({
  id: 'articles',
  label: 'News',
  names: { noun: 'article', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'articles/article-editor.tsx', prefill: () => ({ date: today() }) },
  files: 'articles/*.md',
  schema: z.strictObject({
    title: line('Title', 160),
    date: day('Date'),
    lead: text('Introduction', 400),
    image: optionalImageFile('Image', { width: 1200 }),
    imageAlt: imageAlt(),
    documents: list('Documents', articleDocument).default([]),
    films: list('Films', film).default([]),
    body: markdown('Text', 20_000),
  }),
  pages: { below: '/news' },
  order: { by: ({ date }) => date, newestFirst: true },
  api: { path: 'articles', kind: 'entries' },
  list: { columns: [{ label: 'Date', value: ({ date }) => formatDay(date), sortBy: ({ date }) => date }] },
})
export type Article = ContentOfEntry<typeof articles>
