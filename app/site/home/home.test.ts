import { expect, test } from 'vitest'
import { readHome } from './home.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite()

test('shipped content: every section is there, with the size of each of its images', () => {
  const { title, description, content, images } = readHome()
  expect(Object.entries(content).filter(([, section]) => section === undefined)).toEqual([])
  expect(title).toMatch(/^Polymer Compounds: ./)
  expect(description).not.toBe('')
  for (const slide of content.heroSlides?.slides ?? []) {
    expect(images[slide.image]?.width, `image of slide ${slide._id}`).toBeGreaterThan(1000)
  }
})
