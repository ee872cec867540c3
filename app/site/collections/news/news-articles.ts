import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import {
  day,
  imageAlt,
  line,
  optionalImageFile,
  optionalLine,
  readWith,
  text,
  timeOfDay,
} from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { titledDocuments } from '#app/site/sections/shared/titled-documents.ts'

/** The time of an article whose author gives none. */
export const USUAL_TIME = '09:00'

/** News with a page of their own. The newest are on the home page, all of them on the page of news and events. */
export const newsArticles = defineCollection({
  id: 'news-articles',
  label: 'News articles',
  names: { noun: 'article', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'site/collections/news/news-article-editor.tsx', prefill: () => ({ date: today() }) },
  files: 'news/*.md',
  schema: z.strictObject({
    title: line('Title', 160),
    date: day('Date'),
    time: timeOfDay('Time').default(USUAL_TIME),
    place: optionalLine('Place', 60),
    lead: text('Introduction', 400),
    figure: readWith(optionalLine('Figure in the margin', 20), 'figureText'),
    figureText: optionalLine('What the figure says', 120),
    image: optionalImageFile('Image', { width: 1200 }),
    imageAlt: imageAlt(),
    documents: titledDocuments('Documents').default([]),
    body: markdown('Text', 100_000),
  }),
  pages: { below: '/news' },
  order: { by: ({ date, time }) => `${date} ${time}`, newestFirst: true },
  api: { path: 'news-articles', kind: 'entries' },
  list: { columns: [{ label: 'Date', value: ({ date }) => formatDay(date), sortBy: ({ date }) => date }] },
})
export type NewsArticle = ContentOfEntry<typeof newsArticles>
