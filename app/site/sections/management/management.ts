import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  choice,
  count,
  id,
  line,
  list,
  optionalDay,
  optionalImageFile,
  optionalLine,
  optionalReference,
  optionalText,
  uniqueBy,
} from '#app/cms/define/fields.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { isFinancialYear } from '#app/site/collections/documents/financial-period.ts'
import { CATEGORIES, CATEGORY_IDS } from './director-categories.ts'

const MAX_POSITIONS = 30
const MAX_COMMITTEES = 15
const MAX_MEMBERS = 15
const MAX_YEARS = 30

const director = z.strictObject({
  _id: id(),
  name: line('Name', 100),
  title: line('Title', 150),
  image: optionalImageFile('Image', { width: 136 }),
  category: choice('Category', CATEGORY_IDS, CATEGORIES).default('not-stated'),
  since: optionalDay('Director since'),
  profile: optionalText('Profile', 1500),
  directorships: list('Other directorships', line('Company', 150), { max: MAX_POSITIONS }).default([]),
  positions: list('Full-time positions elsewhere', line('Position', 200), { max: MAX_POSITIONS }).default([]),
  /** `yes`: the leadership team on the About Us page begins with this director. */
  isLeader: choice('In the leadership team', ['yes', 'no'], { yes: 'Yes', no: 'No' }).default('no'),
})
export type Director = z.output<typeof director>

const committee = z.strictObject({
  _id: id(),
  name: line('Name', 100),
  /** `_id` of a director. */
  chair: line('Chair', 64),
  /** `_id`s of the other members, each a director. */
  members: list('Other members', line('Member', 64), { max: MAX_MEMBERS }).default([]),
  termsOfReference: optionalReference('Terms of reference', documents),
})
export type Committee = z.output<typeof committee>

const familiarisationYear = z.strictObject({
  _id: id(),
  year: line('Financial year', 7).refine(isFinancialYear, { error: 'Financial year must be written like 2024-25' }),
  programmes: count('Programmes', { max: 1000 }),
  hours: count('Hours', { max: 10_000 }),
})
export type FamiliarisationYear = z.output<typeof familiarisationYear>

/** The board of directors, its committees, and the familiarisation programmes of its independent directors. */
export const management = defineSection({
  id: 'management',
  label: 'Management',
  icon: 'person',
  editor: 'site/sections/management/management-editor.tsx',
  file: 'investors/management.yaml',
  schema: z
    .strictObject({
      note: optionalLine('Note', 300),
      directors: list('Directors', director),
      committees: list('Committees', committee, { max: MAX_COMMITTEES }).default([]),
      familiarisation: list('Familiarisation programmes', familiarisationYear, { max: MAX_YEARS })
        .check(uniqueBy('year', 'Financial year'))
        .default([]),
    })
    .check(({ value: { directors, committees }, issues }) => {
      const known = new Set(directors.map(({ _id }) => _id))
      committees.forEach((one, index) => {
        for (const { path, message } of issuesOfCommittee(one, known))
          issues.push({ code: 'custom', input: one, path: ['committees', index, ...path], message })
      })
    }),
  page: '/investors/board',
})
export type Management = ContentOf<typeof management>

/** Everyone in a committee is a director, and has one seat in it. */
function issuesOfCommittee({ name, chair, members }: Committee, directors: ReadonlySet<string>) {
  return [{ person: chair, role: 'The chair', path: ['chair'] }, ...members.map(memberAt)].flatMap(
    ({ person, role, path }, seat, seats) => {
      if (!directors.has(person))
        return {
          path,
          message: `${role} of the ${name} is not among the directors. Choose another, or keep this director`,
        }
      if (seats.findIndex((other) => other.person === person) < seat)
        return { path, message: `This director is in the ${name} already` }
      return []
    },
  )
}

function memberAt(person: string, index: number) {
  return { person, role: 'A member', path: ['members', index] }
}
