import type { LoaderFunctionArgs } from '@remix-run/node'
import { currentSite } from '#app/cms/site.server.ts'
import { editionsPath } from '#app/site/addresses/grade-address.ts'
import { USUAL_TIME } from '#app/site/collections/news/news-articles.ts'
import { dataSheet, type DataSheet } from '#app/site/sections/grade-sheet/data-sheet.server.ts'
import { gradeOfFile } from './grade-file.server.ts'
import { rssFeed, type FeedEntry } from './rss-feed.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/products/{page}/{grade}.xml`: the editions of a grade, each with what it has changed. */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const site = currentSite()
  const grade = gradeOfFile(site, { params, pathOf: editionsPath, name: 'feed' })
  if (grade instanceof Response) return grade
  const sheet = dataSheet(site, grade)
  const response = rssFeed(request, {
    title: `Editions of ${sheet.title}`,
    description: `What has changed in the published values of ${sheet.title}.`,
    path: editionsPath(sheet.href),
    page: sheet.href,
    entries: editionsOf(sheet),
  })
  // A correction has to be read at once.
  response.headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  return response
}

function editionsOf({ key, title, href, edition, editionDate, editions }: DataSheet): FeedEntry[] {
  const entry = (number: number, date: string, description: string) => ({
    ...{ guid: `grade:${key}:${number}`, date, time: USUAL_TIME, link: href, image: '' },
    ...{ title: `${title}, edition ${number}`, description },
  })
  const raised = editions.map(({ number, date, sentence, changes }) =>
    entry(number, date, [withStop(sentence), ...changes.map((one) => withStop(changeInWords(one)))].join(' ')),
  )
  const isFirstKnown = edition - editions.length === 1
  // Of the day of the first edition, only the grade itself tells, until it has another one.
  const first = entry(1, editions.length === 0 ? editionDate : '', 'The first edition.')
  return isFirstKnown ? [...raised, first] : raised
}

function changeInWords({ name, from, to }: DataSheet['editions'][number]['changes'][number]) {
  if (from === '') return `${name}: ${to}, new`
  return to === '' ? `${name}: ${from}, left out` : `${name}: ${to} instead of ${from}`
}

function withStop(sentence: string) {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
