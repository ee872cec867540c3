import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { publishDraft } from '#app/cms/publishing/releases/end-draft.server.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { loader as drhpPage } from '#app/site/pages/investors/drhp.tsx'
import { loader as investors } from '#app/site/pages/investors/investors.tsx'
import { loader as layout } from '#app/site/layout/site-layout.tsx'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { silentLog } from '#test/temporary-content.ts'
import { courseOf, currentStage, offer } from './offer.ts'
import { OFFER_STAGES, STAGE_IDS, type OfferStage } from './offer-stages.ts'

const site = await createTestSite()
const { approvals, content, drafts, releases } = site
const shipped = content.read(offer).value

const DAYS = {
  approvedOn: '2025-01-10',
  draftFiledOn: '2025-02-10',
  prospectusFiledOn: '2025-09-10',
  openedOn: '2025-09-20',
  allottedOn: '2025-09-28',
  listedOn: '2025-10-01',
}

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
  await signInAs('publisher')
})

beforeEach(async () => {
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'asha' })
  await approvals.setSections(new Set(), 'asha')
})

/** Changes the stage as staff do: a draft in a release, which a second person approves. */
async function reach(stage: OfferStage) {
  const { id } = await releases.create({ name: stage }, 'asha')
  await saveDraft({ ...DAYS, stage }, id)
  const seen = [{ section: offer, release: id, revision: drafts.find(offer, id)?.revision ?? '' }]
  await approvals.ask(seen, { by: 'asha' })
  await approvals.approve(seen, { by: 'publisher' })
  await releases.publish(id, 'asha')
  expect(content.read(offer).value.stage).toBe(stage)
}

function saveDraft(change: Partial<typeof shipped>, release?: string) {
  const { value, version } = content.read(offer)
  return drafts.save(offer, { release, content: { ...value, ...change }, author: 'asha', version })
}

describe('every other way to change the stage: refused, and nothing is changed', () => {
  test('the editor, although no section needs approval', async () => {
    const { status, reply } = await refusal(
      sectionEditorAction(sectionPost(offer.id, fieldsOf({ ...shipped, stage: 'approved' }), { cookie })),
    )
    expect([status, reply.failure?.detail]).toEqual([403, expect.stringContaining('only with a release')])
    expect(content.read(offer).value).toEqual(shipped)
  })

  test('a program of the site, which the API calls as well', async () => {
    const change = () => ({ ...shipped, stage: 'approved' as const })
    const update = content.update(offer, { author: 'asha', reason: 'Test', change })
    await expect(update).rejects.toMatchObject({ status: 403, code: 'approval-required' })
  })

  test('a draft that is in no release, although it is approved', async () => {
    await saveDraft({ stage: 'approved' })
    const seen = [{ section: offer, release: undefined, revision: drafts.find(offer)?.revision ?? '' }]
    await approvals.ask(seen, { by: 'asha' })
    await approvals.approve(seen, { by: 'publisher' })
    await expect(publishDraft({ ...site, log: silentLog }, offer, { author: 'asha' })).rejects.toThrow(
      'only with a release',
    )
    expect(content.read(offer).value).toEqual(shipped)
  })

  test('a release that nobody has approved', async () => {
    const { id } = await releases.create({ name: 'Not approved' }, 'asha')
    await saveDraft({ stage: 'approved' }, id)
    await expect(releases.publish(id, 'asha')).rejects.toThrow()
    expect(content.read(offer).value).toEqual(shipped)
  })
})

describe('the sentence on the proposed issue', () => {
  const PLACES = [
    '/',
    '/investors',
    '/investors/industry-report',
    '/investors/documents',
    '/documents/call/watch',
    '/events',
    '/news',
    '/news/plant',
  ]
  const OTHERS = ['/products', '/products/xlpe-compound', '/aboutus', '/careers', '/contactus', '/investors/Drhp']

  test('each public page, with or without it, is one of these', () => {
    const pages = openPublicDocuments(site)
      .addresses()
      .filter((address) => !address.includes('.'))
    const isPlace = (page: string) =>
      page === '/' || (/^\/(?:investors|events|news)(?:\/|$)/.test(page) && page !== '/investors/Drhp')
    expect(pages.filter((page) => page.startsWith('/products/')).length).toBeGreaterThan(6)
    for (const page of pages) expect(saidOn(page) !== undefined, page).toBe(isPlace(page))
  })

  test.each(STAGE_IDS)('stage %s', async (stage) => {
    if (content.read(offer).value.stage !== stage) await reach(stage)
    const isProposed = ['drhp', 'rhp', 'open'].includes(stage)
    for (const page of PLACES) {
      expect(saidOn(page)?.sentence, page).toBe(isProposed ? shipped.sentence : undefined)
    }
    for (const page of OTHERS) expect(JSON.stringify(layoutOf(page)), page).not.toContain(shipped.sentence)
    expect(layoutOf('/').smartOdrLink).toBe(stage === 'listed' ? 'https://smartodr.in/' : '')
  })
})

describe('the documents of each stage', () => {
  const publish = (
    key: string,
    kind: 'rhp' | 'prospectus' | 'addendum' | 'draft-abridged-prospectus',
    date: string,
  ) => {
    const own = documents.schema.parse({ title: key, kind, date, fileUrl: '/policies/risk-management.pdf' })
    return content.update(documents.entry(key), {
      ...{ author: 'asha', reason: 'Test' },
      change: () => own,
      create: () => own,
    })
  }
  const shownAt = () => {
    const { offer: status, lists, listedOn } = investors()
    const stages = lists.offerDocuments.map((one) => [one.slug, one.stage])
    return { to: status?.document?.to, lead: status?.lead, stages, listedOn, said: saidOn('/events')?.to }
  }

  test('the stage leads to its document; one that is not published is not named anywhere', async () => {
    await reach('rhp')
    expect(shownAt()).toMatchObject({ to: undefined, lead: undefined, said: '/investors/Drhp' })
    expect(drhpPage().data).toMatchObject({ replacedBy: undefined, others: [] })

    await publish('red-herring', 'rhp', '2025-09-10')
    await publish('addendum-1', 'addendum', '2025-03-01')
    await publish('addendum-2', 'addendum', '2025-09-12')
    await publish('abridged-draft', 'draft-abridged-prospectus', '2025-02-10')
    expect(shownAt()).toMatchObject({
      to: '/documents/red-herring',
      said: '/documents/red-herring',
      listedOn: undefined,
    })
    expect(Object.fromEntries(shownAt().stages)).toEqual({
      ...{ 'draft-red-herring-prospectus': 'drhp', 'industry-report': 'drhp', 'abridged-draft': 'drhp' },
      ...{ 'addendum-1': 'drhp', 'addendum-2': 'rhp', 'red-herring': 'rhp' },
    })
    const { others, replacedBy } = drhpPage().data
    expect(others.map(({ slug }) => slug).sort()).toEqual(['abridged-draft', 'addendum-1'])
    expect(replacedBy?.page).toBe('/documents/red-herring')
  })

  test('a listed company: the Prospectus, and the documents of all stages stay', async () => {
    await reach('listed')
    await publish('final-prospectus', 'prospectus', '2025-09-28')
    expect(shownAt()).toMatchObject({ to: '/documents/final-prospectus', said: undefined, listedOn: DAYS.listedOn })
    expect(shownAt().stages).toHaveLength(7)
  })
})

describe('the days of the stages', () => {
  test('of each stage that is reached, in their order', () => {
    const issues = (change: object) =>
      offer.schema.safeParse({ ...shipped, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(issues({ stage: 'open', ...DAYS })).toEqual([])
    expect(issues({ stage: 'open', ...DAYS, openedOn: '' })).toEqual(['openedOn'])
    expect(issues({ stage: 'open', ...DAYS, openedOn: '2025-01-01' })).toEqual(['openedOn'])
    expect(issues({ stage: 'none', approvedOn: '', draftFiledOn: '' })).toEqual([])
    expect(issues({ holidays: '2026-01-26 Republic Day\n2026-10-02' })).toEqual([])
    expect(issues({ holidays: '2026-01-26 Republic Day\n2 October' })).toEqual(['holidays'])
  })

  test('the name and the day of the current stage', () => {
    expect(currentStage({ ...shipped, observedOn: '' })).toEqual({ label: OFFER_STAGES.drhp.label, date: '2025-08-06' })
    expect(currentStage(shipped)).toEqual({ label: 'Observations of SEBI received', date: '2026-04-16' })
    expect(currentStage({ ...shipped, stage: 'none' })).toEqual({ label: 'No offer', date: '' })
  })
})

function layoutOf(page: string) {
  return layout(routeArgs(ownRequest(page)))
}

function saidOn(page: string) {
  return layoutOf(page).proposedIssue
}

test('the course of the offer: each stage with its day up to the current one; a day that is ahead is not shown', () => {
  const course = (stage: OfferStage) => courseOf({ ...shipped, ...DAYS, observedOn: '2025-07-10', stage })
  expect(course('none')).toEqual([])
  expect(course('rhp').map(({ id, state, date }) => [id, state, date])).toEqual([
    ['approved', 'over', '2025-01-10'],
    ['drhp', 'over', '2025-02-10'],
    ['observed', 'over', '2025-07-10'],
    ['rhp', 'current', '2025-09-10'],
    ['open', 'ahead', ''],
    ['allotted', 'ahead', ''],
    ['listed', 'ahead', ''],
  ])
  expect(course('approved').map(({ id }) => id)).not.toContain('observed')
  expect(
    course('drhp')
      .map(({ state }) => state)
      .slice(0, 3),
  ).toEqual(['over', 'over', 'current'])
  expect(course('listed').at(-1)).toMatchObject({ state: 'current', date: '2025-10-01' })
})
