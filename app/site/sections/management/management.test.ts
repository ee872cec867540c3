import { expect, test } from 'vitest'
import { boardInWords, leadersOf, shownCommittees, shownDirectors, withTotals } from './board.ts'
import { management } from './management.ts'

const rohan = { _id: 'rohan', name: 'Rohan Naik', title: 'Chairman' }
const sunita = { _id: 'sunita', name: 'Sunita Deshprabhu', title: 'Independent Director', category: 'independent' }
const audit = { _id: 'audit', name: 'Audit Committee', chair: 'sunita', members: ['rohan'] }
const board = { directors: [rohan, sunita], committees: [audit] }

function messages(content: object) {
  const { error } = management.schema.safeParse(content)
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

test('a board from before there were committees: stays readable, and states nothing that nobody has typed', () => {
  const old = management.schema.parse({ directors: [rohan] })
  expect(old.committees).toEqual([])
  expect(shownDirectors(old)).toMatchObject([{ category: '', since: '', profile: '', seats: [] }])
  expect(leadersOf(old)).toEqual([])
})

test('a director who is removed and in a committee: refused at the seat, with the name of the committee', () => {
  expect(messages(board)).toEqual([])
  expect(messages({ ...board, directors: [rohan] })).toEqual([
    [
      'committees.0.chair',
      'The chair of the Audit Committee is not among the directors. Choose another, or keep this director',
    ],
  ])
  expect(messages({ ...board, directors: [sunita] })).toEqual([
    [
      'committees.0.members.0',
      'A member of the Audit Committee is not among the directors. Choose another, or keep this director',
    ],
  ])
})

test('a director with two seats in one committee: refused', () => {
  expect(messages({ ...board, committees: [{ ...audit, members: ['rohan', 'sunita', 'rohan'] }] })).toEqual([
    ['committees.0.members.1', 'This director is in the Audit Committee already'],
    ['committees.0.members.2', 'This director is in the Audit Committee already'],
  ])
})

test('a new name of a director: everywhere, since committees refer to the person', () => {
  const renamed = management.schema.parse({ ...board, directors: [{ ...rohan, name: 'Rohan R. Naik' }, sunita] })
  expect(shownCommittees(renamed)).toMatchObject([{ chair: 'Sunita Deshprabhu', members: ['Rohan R. Naik'] }])
  expect(shownDirectors(renamed).map(({ seats }) => seats)).toEqual([['Audit Committee'], ['Audit Committee (chair)']])
})

test('the board in words: who is independent only if it is stated', () => {
  expect(boardInWords(management.schema.parse(board))).toBe('2 directors, 1 of them independent. 1 committee.')
  expect(boardInWords(management.schema.parse({ directors: [rohan] }))).toBe('1 director.')
})

test('years of familiarisation in any order: the newest first, each with the sum up to its end', () => {
  const years = [
    { _id: 'b', year: '2025-26', programmes: 3, hours: 14 },
    { _id: 'a', year: '2024-25', programmes: 2, hours: 9 },
  ]
  expect(withTotals(years)).toMatchObject([
    { year: '2025-26', programmes: 3, hours: 14, allProgrammes: 5, allHours: 23 },
    { year: '2024-25', programmes: 2, hours: 9, allProgrammes: 2, allHours: 9 },
  ])
})

test.each([
  ['2025-27', 'Financial year must be written like 2024-25'],
  ['2025', 'Financial year must be written like 2024-25'],
])('familiarisation in the year %s: refused', (year, message) => {
  const familiarisation = [{ _id: 'a', year, programmes: 1, hours: 1 }]
  expect(messages({ ...board, familiarisation })).toEqual([['familiarisation.0.year', message]])
})

test('a leader on the board: with the title and the profile from there', () => {
  const directors = [{ ...rohan, profile: 'He leads.', isLeader: 'yes' }, sunita]
  expect(leadersOf(management.schema.parse({ directors }))).toEqual([
    { _id: 'director-rohan', name: 'Rohan Naik', role: 'Chairman', image: '', text: 'He leads.' },
  ])
})
