import { describe, expect, test } from 'vitest'
import { columnAfter, moveValuesWithProperties, type ColumnChange } from './grade-columns.ts'

describe.each<[ColumnChange, (number | undefined)[]]>([
  [{ type: 'remove', index: 1 }, [0, undefined, 1, 2]],
  [{ type: 'reorder', from: 0, to: 2 }, [2, 0, 1, 3]],
  [{ type: 'reorder', from: 3, to: 1 }, [0, 2, 3, 1]],
  [{ type: 'reorder', from: 2, to: 2 }, [0, 1, 2, 3]],
])('%j', (change, places) => {
  test('each column goes where a list with that change has it', () => {
    expect([0, 1, 2, 3].map((column) => columnAfter(column, change))).toEqual(places)
  })
})

const fields = {
  'properties[0].name': 'Density',
  'properties[1].name': 'Hardness',
  'grades[0].grade': 'A 1',
  'grades[0].values[0]': '0.95',
  'grades[0].values[1]': '60',
  'grades[1].values[0]': '0.94',
  'grades[1].values[1]': '57',
}

test.each([
  ['no button', undefined],
  ['another list', { type: 'remove', payload: { name: 'grades', index: 0 } }],
  ['a property added', { type: 'insert', payload: { name: 'properties' } }],
  ['a place that is none', { type: 'remove', payload: { name: 'properties', index: 'x' } }],
])('%s: every field stays where it is', (_, intent) => {
  expect(completed(intent)).toEqual(fields)
})

test('a property removed: its values go, the others move up; the property itself is left to the list button', () => {
  expect(completed({ type: 'remove', payload: { name: 'properties', index: 0 } })).toEqual({
    'properties[0].name': 'Density',
    'properties[1].name': 'Hardness',
    'grades[0].grade': 'A 1',
    'grades[0].values[0]': '60',
    'grades[1].values[0]': '57',
  })
})

test('a property moved: its values move along', () => {
  expect(completed({ type: 'reorder', payload: { name: 'properties', from: 1, to: 0 } })).toMatchObject({
    'grades[0].values[0]': '60',
    'grades[0].values[1]': '0.95',
    'grades[1].values[0]': '57',
    'grades[1].values[1]': '0.94',
  })
})

/** The fields after completion, without the intent. */
function completed(intent?: object) {
  const content = new FormData()
  for (const [name, value] of Object.entries(fields)) content.append(name, value)
  if (intent) content.append('__intent__', JSON.stringify(intent))
  const posted = moveValuesWithProperties({ content, fileErrors: {} })
  posted.content.delete('__intent__')
  return Object.fromEntries(posted.content)
}
