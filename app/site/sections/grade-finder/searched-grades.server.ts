import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { SearchedThing } from '#app/cms/search/search-entry.ts'
import { STATES } from '#app/site/collections/properties/grade-choices.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'
import { gradeIndex, type IndexedGrade } from './grade-index.server.ts'
import { nameWithUnit } from './indexed-values.ts'

/**
 * What visitors find of the grades of listed product pages, by the standards that they meet, and never by those that they
 * are only tested to. A discontinued one is found as well: its page says what takes its place.
 */
export function* searchedGrades(site: SiteReader): Iterable<SearchedThing> {
  for (const grade of site.service(gradeIndex).listed()) {
    const { key, value, page, href, isDiscontinued } = grade
    const entry = () => ({
      ...{ title: value.title, place: isDiscontinued ? STATES.discontinued : page.title, date: '', href },
      names: value.formerNames,
      texts: textsOf(grade),
    })
    // It is another one if anything differs that is said of it.
    yield { id: key, basis: [grade], entry }
  }
}

function textsOf({ value, values }: IndexedGrade): string[] {
  const standards = value.meets.filter(({ relation }) => relation !== 'tested').map(standardName)
  const figures = values.map((one) => [`${nameWithUnit(one)} ${one.text}`, one.method].filter(Boolean).join(', '))
  return [value.use, standards.join(', '), value.layer, ...value.colours, ...figures].filter((text) => text !== '')
}
