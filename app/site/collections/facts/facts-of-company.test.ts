import { expect, test } from 'vitest'
import { checkFacts } from '#app/cms/operations/verify/check-facts.ts'
import { Findings } from '#app/cms/operations/verify/findings.ts'
import { loader as loadAbout } from '#app/site/pages/company/about.tsx'
import { loader as loadServices } from '#app/site/pages/company/services.tsx'
import { stats } from '#app/site/sections/stats/stats.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { contactPage } from '#app/site/sections/contact-page/contact-page.ts'
import definition from '#app/site.config.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { answerTime } from './fact-row.ts'
import { companyFacts } from './facts-of-company.ts'

const site = await createTestSite()
const { content, storage } = site
const by = { author: 'asha', reason: 'Test' }

/** The fields that the check of the site names. */
function differing() {
  const entries = definition.collections.flatMap((collection) =>
    content.entryKeys(collection).map((key) => collection.entry(key)),
  )
  const sections = [...definition.sections, ...entries]
  const read = sections.flatMap((section) => {
    const found = content.find(section)
    return found ? [[section.id, found] as const] : []
  })
  const findings = new Findings()
  checkFacts(new Map(read), { storage, definition, sections, findings })
  return findings.list().map(({ href }) => href)
}

async function setFact(key: string, value: string) {
  await content.update(companyFacts.entry(key), { ...by, change: (fact) => ({ ...fact, value }) })
}

test('the shipped texts state what the facts say; another answer time differs from each text that promises it', async () => {
  expect(differing()).toEqual([])
  await setFact('answer-time', 'two working days')
  expect(differing()).toEqual([
    '/admin/services#editor-services%5B1%5D.steps%5B1%5D.text',
    '/admin/contact-content#editor-description',
    '/admin/plain-pages/accessibility#editor-body',
  ])
  expect(answerTime(site)).toBe('two working days')
  await content.update(contactPage, {
    ...by,
    change: (page) => ({ ...page, description: 'We answer in two working days.' }),
  })
  expect(differing()).not.toContain('/admin/contact-content#editor-description')
})

test('the figures of “Stats”: another number than that of a fact differs, at its field', async () => {
  await content.update(stats, {
    ...by,
    change: (figures) => ({ ...figures, yearsExperience: 30, clientsWorldwide: 300, capacity: '45000' }),
  })
  const ofStats = differing().filter((href) => href?.startsWith('/admin/stats'))
  expect(ofStats).toEqual(
    ['yearsExperience', 'clientsWorldwide', 'capacity'].map((name) => `/admin/stats#editor-${name}`),
  )
})

test('a fact is shown where pages refer to it, and left out when it is gone', async () => {
  const lots = () => loadServices().data.content?.services[0]?.lots
  expect(lots()?.[1]).toEqual({ name: 'Production lot', value: '500 kg' })
  await setFact('production-lot', '750 kg')
  expect(lots()?.[1]).toEqual({ name: 'Production lot', value: '750 kg' })
  await content.remove(companyFacts.entry('production-lot'), by)
  expect(lots()?.map(({ name }) => name)).toEqual(['Trial lot', 'Standing order'])
})

test('the facts of About us: the certificates that are valid, from the page of certificates', async () => {
  const facts = () => loadAbout().data.content?.facts.map(({ name, text }) => [name, text])
  expect(facts()).toContainEqual(['Capacity', '60,000 MT a year'])
  expect(facts()).toContainEqual(['Certified', 'ISO 9001, ISO 14001'])
  await content.update(certifications, {
    ...by,
    change: (page) => ({
      ...page,
      standards: page.standards.map((standard) =>
        standard.name === 'ISO 9001' ? { ...standard, validUntil: '2020-01-31' } : standard,
      ),
    }),
  })
  expect(facts()).toContainEqual(['Certified', 'ISO 14001'])
})
