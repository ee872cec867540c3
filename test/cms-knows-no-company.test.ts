import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import definition from '#app/site.config.ts'

const CMS = 'app/cms'

/** Words of this company's trade, of its country and of its listing. */
const TRADE =
  'polymer polymers cable cables compound compounds fibre fibres fiber fibers coating prospectus drhp ipo investor investors reports shareholder shareholders policy policies hero hffr xlpe india indian kolkata'.split(
    ' ',
  )

/** Words of the definitions that are ordinary words of a content system. */
const ORDINARY: Record<string, string> = {
  about: 'preposition',
  clients: 'programs that call the API',
  contact: 'the message form of a site and its endpoint, /api/contact',
  documents: 'uploaded files that are no images, and the responses of pages',
  events: 'entries of the audit log, and what file watchers and streams send',
  news: 'what has changed, and a drawing of a newspaper',
  offer: 'verb: a form offers a choice',
  order: 'in which things are, and what sorts a list',
  overview: 'the first group of the sidebar',
  pages: 'what a site consists of',
  policy: 'the content security policy of a response',
  privacy: 'what is kept of visitors, for how long, and what they are told about it',
  'privacy notice': 'what visitors read before they send a message',
  reports: 'verb: the health check reports a problem',
  results: 'what a search, a decoder job or a check has found',
  search: 'the query of an address, and what finds words in contents and lists',
  services: 'the parts of the running program',
  site: 'what the content system serves',
  withdraw: 'verb: to take back a request, an invitation, an entry or a message',
  stats: 'what the file system says of a file, and a drawing of a chart',
}

const FILES = readdirSync(CMS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file: `${CMS}/${file}`, text: readFileSync(path.join(CMS, file), 'utf8') }))

/** The places at which the pattern matches, such as `app/cms/routes.ts:12 policies`. */
function placesOf(pattern: RegExp) {
  return FILES.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([word, ...groups], index, all) => {
      const line = text.slice(0, all[index]?.index).split('\n').length
      return `${file}:${line} ${groups.length > 0 ? groups.join('') : word}`
    }),
  )
}

/** What the definitions call things: ids, labels, files, paths of the API and of pages, and the facts of the profile. */
function termsOfDefinition() {
  const { sections, groups, addresses, name, tokenPrefix, language, timeZone, files } = definition
  const terms = [
    // The content system itself defines the focus points.
    ...sections
      .filter(({ id }) => id !== focusPoints.id)
      .flatMap(({ id, label, file, api }) => [id, label, path.parse(file).name, api?.path ?? '']),
    ...groups.map(({ label }) => label),
    ...addresses.pages.flatMap((page) => page.split('/')),
    ...[name, tokenPrefix.replace(/\W$|_$/, ''), language, timeZone.id, timeZone.place, ...files.ownAddresses],
  ]
  return [...new Set(terms.map((term) => term.toLowerCase()))].filter((term) => term !== '')
}

function anyOf(terms: readonly string[]) {
  return terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
}

/** Whole words: neither a letter nor a digit is beside them. */
function wordPattern(terms: readonly string[]) {
  return new RegExp(`(?<![\\p{L}\\d])(?:${anyOf(terms)})(?![\\p{L}\\d])`, 'giu')
}

test('no word of this company is in the content system', () => {
  const terms = [...termsOfDefinition(), ...TRADE].filter((term) => !(term in ORDINARY))
  // Two anchors: without them the test would pass on definitions that it cannot read.
  expect(terms).toEqual(expect.arrayContaining(['policies', 'polymer-website']))
  expect(FILES.length).toBeGreaterThan(300)
  expect(placesOf(wordPattern(terms))).toEqual([])
})

test('every word that may be there is one of the definitions or of the trade, and is there', () => {
  const known = [...termsOfDefinition(), ...TRADE]
  for (const word of Object.keys(ORDINARY)) {
    expect(known, word).toContain(word)
    expect(placesOf(wordPattern([word])), word).not.toEqual([])
  }
})

test('no address of a page of this company is in the content system, also not as an example', () => {
  const { pages, redirects } = definition.addresses
  const addresses = [...pages, ...redirects].filter((address) => address !== '/')
  expect(placesOf(new RegExp(`(?<=["'\`(\\s])(${anyOf(addresses)})(?=["'\`)\\s/?#])`, 'g'))).toEqual([])
})

test('the content system imports nothing from the site, in style sheets neither', () => {
  expect(placesOf(/app\/site|\.\.\/site\//g)).toEqual([])
})

test('the decision lists the custom properties that a site has to define, and the tokens of both sites define them', () => {
  const definedIn = (css: string) => [...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)
  const all = FILES.map(({ text }) => text).join('\n')
  // React writes a property of an element as `'--row': row`.
  const own = new Set([...definedIn(all), ...[...all.matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name)])
  const required = new Set(
    [...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name).filter((name) => !own.has(name)),
  )
  const decision = readFileSync('docs/decisions/0021-cms-and-site.md', 'utf8')
  expect([...decision.matchAll(/`(--[\w-]+)`/g)].map(([, name]) => name)).toEqual([...required].toSorted())
  for (const tokens of ['app/site/ui/design-tokens.css', 'test/example-site/design-tokens.css']) {
    expect(definedIn(readFileSync(tokens, 'utf8')), tokens).toEqual(expect.arrayContaining([...required]))
  }
})
