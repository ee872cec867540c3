import { afterEach, expect, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { createTestSite } from './create-test-site.ts'
import { pdfOf } from './pdf-bytes.ts'
import { renderData, respond } from './respond-with-data.ts'
import { startTestHost } from './start-test-host.ts'
import { inPieces } from './temporary-images.ts'
import { REQUESTS, send, spellingsOf, TWIN, WORD } from './unpublished.ts'

/** Results, an offer document and a news article in one release, and a document that is hidden. */

const site = await createTestSite()

afterEach(() => {
  vi.useRealTimers()
})

const storePdf = (name: string) =>
  site.media.staged.store(inPieces(pdfOf(2_000)), `${name}.pdf`, { accepts: 'pdf', folder: 'documents' }, 'asha')

const document = (fields: object) =>
  documents.schema.parse({ date: '2026-11-12', title: WORD, address: '', visibility: 'listed', ...fields })

/** Schedules a release for `time`. Resolves with the addresses that it adds, each with its status afterwards. */
async function prepareRelease(time: string) {
  const [results, audio, rhp] = [
    await storePdf(`${WORD}-results`),
    await storePdf(`${WORD}-slides`),
    await storePdf(`${WORD}-rhp`),
  ]
  const { id } = await site.releases.create({ name: WORD, time }, 'asha')
  const save = (section: Parameters<typeof site.drafts.save>[0], content: unknown) =>
    site.drafts.save(section, { release: id, content, author: 'asha', version: '' })
  await save(
    documents.entry(`${WORD}-results`),
    document({
      kind: 'financial-results',
      financialYear: '2026-27',
      period: 'q2',
      fileUrl: results,
      files: [{ _id: 'a', title: WORD, fileUrl: audio }],
    }),
  )
  await save(documents.entry(`${WORD}-rhp`), document({ kind: 'rhp', fileUrl: rhp }))
  await save(
    newsArticles.entry(`${WORD}-news`),
    newsArticles.schema.parse({
      ...{ title: WORD, date: '2026-11-12', lead: WORD, image: '', imageAlt: '', body: WORD },
      ...{ address: '', visibility: 'listed', documents: [{ _id: 'a', title: WORD, fileUrl: results }] },
    }),
  )
  await site.releases.schedule(id, 'asha')
  return new Map([
    [`/documents/${WORD}-results`, 200],
    [`/documents/${WORD}-rhp`, 200],
    [`/news/${WORD}-news`, 200],
    [results, 200],
    [audio, 200],
    [rhp, 303],
  ])
}

test(
  'documents of a release and a hidden one: no list, feed, table, program or address tells of them before their moment',
  { timeout: 60_000 },
  async () => {
    const hidden = await storePdf(`${WORD}-hidden`)
    await site.content.update(documents.entry(`${WORD}-hidden`), {
      ...{ author: 'asha', reason: 'Test' },
      change: (now) => now,
      create: () => document({ kind: 'prospectus', visibility: 'hidden', fileUrl: hidden }),
    })
    const moment = Math.ceil(Date.now() / 1000) * 1000 + 3_600_000
    const added = await prepareRelease(new Date(moment).toISOString())
    vi.useFakeTimers({ toFake: ['Date'], now: moment - 1 })
    await site.releases.clock.publishDue()
    const { port } = await startTestHost({ app: hostInterfaceOf(runningSite()), handle: respond, render: renderData })

    const selections = ['fy=2026-27', 'fy=2026-27&quarter=q2', 'kind=financial-results', 'kind=rhp']
    const tables = ['/investors/documents.csv', '/investors/documents.json']
    const listings = [
      ...openPublicDocuments(site).addresses(),
      ...['/investors/documents', ...tables].flatMap((address) => selections.map((query) => `${address}?${query}`)),
      // The page repeats the words that were looked for.
      ...tables.map((address) => `${address}?q=${WORD}`),
      ...['reports', 'news-articles', 'documents', 'openapi.json'].map((name) => `/api/${name}`),
    ]
    const leaks = async () => {
      const found: string[] = []
      for (const listing of listings) {
        const { body } = await send(port, listing)
        if (body.toLowerCase().includes(WORD)) found.push(listing)
      }
      return found
    }
    const expectUnknown = async (address: string) => {
      const tries = [
        ...REQUESTS.map((asked) => ({ target: address, asked })),
        ...[...spellingsOf(address), `/admin/qr-code?as=svg&address=${address}`].map((target) => ({
          target,
          asked: {},
        })),
      ]
      for (const { target, asked } of tries) {
        const twin = await send(
          port,
          target.replaceAll(WORD, TWIN).replaceAll(WORD.toUpperCase(), TWIN.toUpperCase()),
          asked,
        )
        expect(await send(port, target, asked), `${target} ${JSON.stringify(asked)}`).toEqual(twin)
      }
    }
    const ofHidden = [`/documents/${WORD}-hidden`, `/api/documents/${WORD}-hidden`, hidden]
    expect(await leaks()).toEqual([])
    for (const address of [...added.keys(), ...ofHidden]) await expectUnknown(address)

    vi.setSystemTime(moment)
    await site.releases.clock.publishDue()
    for (const [address, status] of added) expect((await send(port, address)).status, address).toBe(status)
    expect(await leaks()).toEqual(
      expect.arrayContaining([
        ...['/investors', '/investors/results', '/investors/documents', '/events', '/feed.xml'],
        ...['/investors/documents.csv', '/investors/documents.json', '/investors/documents?kind=rhp'],
        ...['/investors/documents.csv?fy=2026-27&quarter=q2', '/api/news-articles'],
      ]),
    )
    for (const address of ofHidden) await expectUnknown(address)
  },
)
