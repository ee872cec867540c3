import { expect, test } from 'vitest'
import { heroSlides, SLIDES_SHOWN } from '#app/site/sections/hero-slides/hero-slides.ts'
import { NEWS_ITEMS_SHOWN, newsItem, homeNews } from '#app/site/sections/home-news/home-news.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { PRODUCTS_SHOWN } from '#app/site/sections/product-page/product-list.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { loader } from './home.tsx'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { setEntries } from '#test/set-entries.ts'

const site = await createTestSite()
const { content: siteContent } = site

test('every section is there, also the clients of a new site, with the size of each image of the slides', () => {
  const { content, images } = loader()
  expect(
    Object.entries(content)
      .filter(([, section]) => section === undefined)
      .map(([name]) => name),
  ).toEqual([])
  expect(content.clients?.clients).toHaveLength(8)
  expect(content.heroSlides.slides).not.toEqual([])
  for (const slide of content.heroSlides.slides) {
    expect(images[slide.image]?.width, `image of slide ${slide._id}`).toBeGreaterThan(1000)
  }
})

test('title and description: from the site details', async () => {
  await siteContent.update(siteDetails, {
    author: 'test',
    reason: 'Test',
    change: ({ footer, ...content }) => ({
      ...content,
      companyName: 'Example',
      tagline: 'Compounds for cables',
      footer: { ...footer, about: '' },
    }),
  })
  expect(loader()).toMatchObject({ title: 'Example: Compounds for cables', description: 'Compounds for cables' })
})

test('forty entries in each list: the home page gets the first few, so that it stays short', async () => {
  const by = { author: 'test', reason: 'Test' }
  const forty = <Entry extends object>([entry]: readonly Entry[]) =>
    Array.from({ length: 40 }, (_, at) => ({ ...present(entry), _id: `entry-${at}`, slug: `entry-${at}` }))
  const slides = forty(listedRows(site, heroSlides)).map(({ slug: _slug, ...slide }) => slide)
  await setEntries(siteContent, heroSlides, slides)
  await siteContent.update(homeNews, {
    ...by,
    change: (content) => ({
      ...content,
      newsItems: Array.from({ length: 40 }, (_, at) => newsItem.parse({ text: `News ${at}` })),
    }),
  })
  for (const section of [powerCables, pipeCoating, fibreCables]) {
    await siteContent.update(section, {
      ...by,
      change: (content) => ({ ...content, products: forty(content.products) }),
    })
  }
  const { content } = loader()
  expect(content.heroSlides.slides).toHaveLength(SLIDES_SHOWN)
  expect(content.news.newsItems.map(({ text }) => text)).toEqual(['News 0', 'News 1', 'News 2'])
  expect(content.news.newsItems).toHaveLength(NEWS_ITEMS_SHOWN)
  for (const section of [content.powerCables, content.pipeCoating, content.products]) {
    expect(section?.products).toHaveLength(PRODUCTS_SHOWN)
  }
})

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The shipped content has no entry')
  return value
}
