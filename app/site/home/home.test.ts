import { expect, test } from 'vitest'
import { site } from '#app/sections/site/site.ts'
import { loader } from './home.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const { content: siteContent } = await createTestSite()

test('every section is there, with the size of each image of the slides', () => {
  const { content, images } = loader()
  expect(Object.entries(content).filter(([, section]) => section === undefined)).toEqual([])
  expect(content.heroSlides?.slides).not.toEqual([])
  for (const slide of content.heroSlides?.slides ?? []) {
    expect(images[slide.image]?.width, `image of slide ${slide._id}`).toBeGreaterThan(1000)
  }
})

test('title and description: from the site details', async () => {
  await siteContent.update(site, {
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
