import { expect, test } from 'vitest'
import { pageMeta } from './page-meta.ts'

test('company name and description not known: the title of the page alone', () => {
  expect(pageMeta({ title: 'Careers', companyName: undefined, description: undefined })).toEqual([{ title: 'Careers' }])
})

test('both known: the company after the page, and the description', () => {
  expect(pageMeta({ title: 'Careers', companyName: 'Polymer Compounds', description: 'Why.' })).toEqual([
    { title: 'Careers | Polymer Compounds' },
    { name: 'description', content: 'Why.' },
  ])
})
