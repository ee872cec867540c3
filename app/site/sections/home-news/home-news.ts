import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { imageAlt, line, list, optionalImageFile, optionalLine, optionalLink, text } from '#app/cms/define/fields.ts'

export const newsItem = z.strictObject({
  image: optionalImageFile('Image', { width: 720 }),
  alt: imageAlt(),
  text: text('Text', 500),
})
export type NewsItem = z.output<typeof newsItem>

/** Number of news items that the home page shows. */
export const NEWS_ITEMS_SHOWN = 3

export const homeNews = defineSection({
  id: 'news-section',
  label: 'News & Events',
  icon: 'news',
  editor: 'site/sections/home-news/home-news-editor.tsx',
  file: 'home/news-section.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    newsItems: list('News items', newsItem),
  }),
  messages: { updated: 'News Section updated successfully!', failed: 'Failed to update News Section.' },
  page: '/#news',
  api: {
    path: 'newssection',
    kind: 'record',
    alias: 'update',
    upload: { from: 'newsImages', to: 'image', each: 'newsItems' },
  },
})
export type HomeNews = ContentOf<typeof homeNews>

/** The section as visitors see it on the home page: with the first news items. */
export function shownNews(content: HomeNews): HomeNews {
  return { ...content, newsItems: content.newsItems.slice(0, NEWS_ITEMS_SHOWN) }
}
