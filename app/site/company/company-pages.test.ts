import { expect, test } from 'vitest'
import { imageUrl } from '#app/media/addresses.ts'
import { loader as about } from './about.tsx'
import { loader as careers } from './careers.tsx'
import { loader as certificate } from './certificate.tsx'
import { loader as services } from './services.tsx'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite()

const pages = { '/aboutus': about, '/certificate': certificate, '/services': services, '/careers': careers }

test.each(Object.entries(pages))('%s, shipped content: 200, with the size of each picture', (_path, loader) => {
  const { data, init } = loader()
  expect(init?.status).toBe(200)
  const pictures = Object.values(data.images).filter(({ file }) => !file.endsWith('.svg'))
  expect(pictures.length).toBeGreaterThan(1)
  for (const { file, width } of pictures) expect(width, imageUrl(file)).toBeGreaterThanOrEqual(800)
})

test('/aboutus: the six values, the two leaders and the years of the heritage', () => {
  const { content, profileHtml } = about().data
  expect(content?.values).toHaveLength(6)
  expect(content?.leaders).toHaveLength(2)
  expect(content?.heritage.milestones.map(({ year }) => year)).toEqual([1991, 2002, 2014])
  expect(profileHtml).toContain('<a href="/services#toll-compounding">')
})

test('/certificate: three standards, and two certificates whose files are there', () => {
  const { content, documents } = certificate().data
  expect(content?.standards.map(({ name }) => name)).toEqual(['ISO 9001', 'FDA', 'ISO 14001'])
  expect(content?.certificates.map(({ fileUrl }) => documents[fileUrl]?.bytes)).toEqual([
    expect.any(Number),
    expect.any(Number),
  ])
})

test('/services: both services under the addresses that other pages link to', () => {
  const found = services().data.content?.services.map(({ _id, title }) => [_id, title])
  expect(found).toEqual([
    ['toll-compounding', 'Toll Compounding Services'],
    ['polymer-trading', 'Polymer Trading'],
  ])
})

test('/careers: the five values, and the address to write to', () => {
  const { content, email } = careers().data
  expect(content?.values.map(({ title }) => title)).toEqual([
    'Strong domain exposure',
    'Talented team',
    'Personal growth',
    'Work-life balance',
    'Global engagement',
  ])
  expect(email).toBe('careers@example.com')
})
