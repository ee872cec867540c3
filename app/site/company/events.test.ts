import { expect, test } from 'vitest'
import { news } from '#app/sections/news/news.ts'
import { loader as galleryLoader } from './gallery.tsx'
import { loader } from './events.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

test('more than three events: the page gets the first three, and the sizes of their images only', async () => {
  await siteContent.update(news, {
    author: 'test',
    reason: 'A fourth event',
    change: (content) => ({
      ...content,
      events: [...content.events, ...content.events.map((event) => ({ ...event, _id: `${event._id}-2` }))],
    }),
  })
  const { content, images } = loader().data
  expect(siteContent.read(news).value.events).toHaveLength(6)
  expect(content?.events.map(({ _id }) => _id)).toEqual([
    'wire-and-cable-fair',
    'plant-open-day',
    'compounding-seminar',
  ])
  expect(Object.keys(images)).toHaveLength(3)
})

test('shipped timeline: the seven entries of the company’s history, oldest first', () => {
  const entries = loader().data.content?.timeline.map(({ year, title }) => `${year} ${title}`)
  expect(entries).toEqual([
    '1991 Incorporation',
    '2002 Goa plant',
    '2014 Expansion',
    '2018 Anti-tracking compounds',
    '2020 XLPE',
    '2022 Adhesives for 3LPE',
    '2023 3LPE coating raw material certification',
  ])
})

test('shipped gallery: five pictures with their sizes', () => {
  const { content, images } = galleryLoader().data
  expect(content?.items).toHaveLength(5)
  expect(Object.keys(images)).toHaveLength(5)
})
