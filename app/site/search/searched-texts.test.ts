import { describe, expect, test } from 'vitest'
import { proseOf } from '#app/cms/search/texts-of-content.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { siteSearch } from './site-search.server.ts'

const site = await createTestSite()

/** Sections that no page shows, or none before a visitor has confirmed a text. */
const NOT_SHOWN = new Set(
  ['drhp', 'offerTerms', 'documents--draft-red-herring-prospectus'].concat([
    'search-words',
    'focus-points',
    'published-reports',
    'privacy-notice-versions',
    'disclosures',
  ]),
)

/** Fields that no page shows as text of its own. */
const NOT_TEXT = ['published', 'since', 'navigation', 'privacyPolicy', 'methods', 'columns', 'words'].concat([
  'alt',
  'badgeAlt',
  'imageAlt',
  'purposeImageAlt',
  'whyImageAlt',
])

const sections = currentSite()
  .sections.all()
  .filter(({ id, orderOf }) => !NOT_SHOWN.has(id) && !/^(?:disclosure-rows|properties)--/.test(id) && !orderOf)

describe('what visitors read is found', () => {
  test.each(sections.map((section) => [section.id, section] as const))('%s', async (_id, section) => {
    const content = site.content.find(section)?.value
    for (const text of proseOf(section, content, ...NOT_TEXT)) {
      const word = longestWord(text)
      if (word.length < 4) continue
      const { fit, count } = await currentSite().service(siteSearch).find(word)
      expect({ word, text, fit, isFound: count > 0 }).toEqual({ word, text, fit: 'all', isFound: true })
    }
  })
})

function longestWord(text: string) {
  return text.split(/[^\p{L}\p{M}]+/u).reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
