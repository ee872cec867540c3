import { expect, test } from 'vitest'
import { about } from './about/about.ts'
import { schemaLabels, labelOfPath } from './schema-labels.ts'
import { drhp } from './drhp/drhp.ts'
import { productPages } from './product-page/product-page.ts'

const [page] = productPages

test.each([
  ['', ''],
  ['purposeImage', 'Image of vision and mission'],
  ['leaders.2.image', 'Leaders › 3 › Portrait'],
  ['heritage.milestones', 'Heritage › Milestones'],
  ['gone.0.x', 'Gone › 1 › X'],
  ['constructor', 'Constructor'],
])('the place %j of an issue: %j', (path, words) => {
  expect(labelOfPath(schemaLabels(about.schema), path)).toBe(words)
})

test('below a default and a refinement: the labels are found', () => {
  expect(labelOfPath(schemaLabels(page?.schema), 'temperatures.0.from')).toBe('Application temperatures › 1 › From')
  expect(labelOfPath(schemaLabels(page?.schema), 'related.1')).toBe('Related products › Address')
})

test('fields that name files: told apart', () => {
  const film = schemaLabels(drhp.schema)?.field('films')?.entry()
  expect(film?.field('poster')).toMatchObject({ label: 'Poster', file: 'image' })
  expect(film?.field('video')).toMatchObject({ label: 'Video', file: 'file' })
  expect(film?.field('note')?.file).toBeUndefined()
})

test('what is no schema: no guide', () => {
  expect(schemaLabels(undefined)).toBeUndefined()
})
