import { countOf } from '#app/cms/platform/format/words.ts'
import { categoryLabel } from './director-categories.ts'
import type { Committee, FamiliarisationYear, Management } from './management.ts'

/** A director as visitors read of them. */
export type ShownDirector = ReturnType<typeof shownDirectors>[number]

/** The directors with their seats in committees. */
export function shownDirectors({ directors, committees }: Management) {
  return directors.map(({ _id, name, title, image, category, since, profile, directorships, positions }) => ({
    ...{ _id, name, title, image, since, profile, directorships, positions },
    category: categoryLabel(category),
    seats: committees.flatMap((committee) => seatsOf(_id, committee)),
  }))
}

function seatsOf(director: string, { name, chair, members }: Committee) {
  if (chair === director) return [`${name} (chair)`]
  return members.includes(director) ? [name] : []
}

/** The committees with the names of the directors in them. */
export function shownCommittees({ directors, committees }: Management) {
  const names = new Map(directors.map(({ _id, name }) => [_id, name]))
  return committees.map(({ _id, name, chair, members, termsOfReference }) => ({
    ...{ _id, name, termsOfReference },
    chair: names.get(chair) ?? '',
    members: members.flatMap((member) => names.get(member) ?? []),
  }))
}

/** The years of familiarisation, the newest first, each with the sum up to its end. */
export function withTotals(years: readonly FamiliarisationYear[]) {
  const inOrder = [...years].sort((one, other) => (one.year < other.year ? -1 : 1))
  return inOrder
    .map((year, index) => {
      const soFar = inOrder.slice(0, index + 1)
      return {
        ...year,
        allProgrammes: soFar.reduce((sum, { programmes }) => sum + programmes, 0),
        allHours: soFar.reduce((sum, { hours }) => sum + hours, 0),
      }
    })
    .reverse()
}

/** How many directors are of each category, in the order in which the categories first occur. */
export function composition({ directors }: Pick<Management, 'directors'>): { category: string; count: number }[] {
  const categories = directors.map(({ category }) => categoryLabel(category)).filter((label) => label !== '')
  return [...new Set(categories)].map((category) => ({
    category,
    count: categories.filter((one) => one === category).length,
  }))
}

/** `6 directors, 3 of them independent. 4 committees.` */
export function boardInWords({ directors, committees }: Management): string {
  const independent = directors.filter(({ category }) => category === 'independent').length
  const some = independent === 0 ? '' : `, ${independent} of them independent`
  const others = committees.length === 0 ? '' : ` ${countOf(committees.length, 'committee')}.`
  return `${countOf(directors.length, 'director')}${some}.${others}`
}

/** The directors who lead the company, for the leadership team of the About Us page. */
export function leadersOf(management: Management | undefined) {
  return (management?.directors ?? [])
    .filter(({ isLeader }) => isLeader === 'yes')
    .map(({ _id, name, title: role, image, profile: text }) => ({ _id: `director-${_id}`, name, role, image, text }))
}
