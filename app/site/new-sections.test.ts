import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestSite } from '#test/create-test-site.ts'
import ownDefinition from '#app/site.config.ts'

const isNew = ownDefinition.sections.filter(({ startsAsShipped, isOptional }) => startsAsShipped ?? isOptional)

const site = await createTestSite({
  prepare: ({ contentDir }) => {
    for (const { file } of isNew) rmSync(path.join(contentDir, file), { force: true })
    return Promise.resolve()
  },
})

test('content of a release without these sections: no fault, and each is as it ships, or empty', () => {
  expect(isNew.map(({ id }) => id)).toEqual(expect.arrayContaining(['disclosure-page', 'offerTerms', 'focus-points']))
  expect(site.content.faults()).toEqual([])
  for (const section of isNew) {
    expect(site.content.find(section), section.id).toBeDefined()
    if (section.isOptional) continue
    expect(readFileSync(path.join(site.env.contentDir, section.file), 'utf8')).toBe(
      readFileSync(path.join('content', section.file), 'utf8'),
    )
  }
})
