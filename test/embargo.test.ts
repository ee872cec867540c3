import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { variantUrl, variantWidths, VARIANT_FORMATS } from '#app/cms/media/media-address.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { newsItem, homeNews } from '#app/site/sections/home-news/home-news.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { createTestSite } from './create-test-site.ts'
import { renderData, respond } from './respond-with-data.ts'
import type { Asked } from './send-unchanged.ts'
import { startTestHost } from './start-test-host.ts'
import { inPieces, photo } from './temporary-images.ts'
import { REQUESTS, send, spellingsOf, TWIN, WORD } from './unpublished.ts'

/**
 * A release with a file of each kind. The tests request every address that could reveal it, through the production
 * host. Pages are represented by the data of their loaders, because components show nothing else.
 */

const site = await createTestSite()
const { media, content } = site

afterEach(() => {
  vi.useRealTimers()
})

const PDF = await readFile('uploads/reports/annual-report-2024-25.pdf')
const MP4 = await readFile('uploads/videos/drhp-overview-en-a91b891b.mp4')

async function stage(bytes: Uint8Array, extension: string, kind: Parameters<typeof media.staged.store>[2]) {
  return media.staged.store(inPieces(bytes), `${WORD}.${extension}`, kind, 'asha')
}

/** Stages its files, saves its drafts and schedules it for `time`. Resolves with its id and its new addresses. */
async function prepareRelease(time: string) {
  const image = await stage(await photo(400, 300).jpeg().toBuffer(), 'jpg', { accepts: 'image' })
  const comment = Buffer.from(`\n% ${WORD}`)
  const report = await stage(Buffer.concat([PDF, comment]), 'pdf', { accepts: 'pdf', folder: 'reports' })
  const filmBytes = Buffer.concat([MP4, Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])])
  const film = await stage(filmBytes, 'mp4', { accepts: 'mp4', folder: 'videos' })
  const captions = await stage(Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${WORD}\n`), 'vtt', {
    accepts: 'vtt',
    folder: 'videos',
  })
  const sheet = await stage(Buffer.concat([PDF, comment, comment]), 'pdf', { accepts: 'pdf', folder: 'data-sheets' })
  await media.library.whenIdle()

  const product = {
    _id: `${WORD}-1`,
    slug: `${WORD}-cable`,
    title: `${WORD} cable`,
    description: WORD,
    image,
    imageAlt: WORD,
  }
  const picture = { _id: `${WORD}-2`, title: WORD, description: WORD, imageUrl: image }
  const entry = reports.schema.parse({ year: '2031', title: WORD, fileUrl: report })
  const article = newsArticles.schema.parse({ title: WORD, date: '2026-01-01', lead: WORD, body: WORD })
  const grade = grades.schema.parse({ title: WORD, product: 'pvc-compound', use: WORD, sheet })
  const { id } = await site.releases.create({ name: WORD, time }, 'asha')
  const draft = <Section extends SectionDefinition>(
    section: Section,
    next: (value: ContentOf<Section>) => ContentOf<Section>,
  ) => {
    const { value, version } = content.read(section)
    return site.drafts.save(section, { release: id, content: next(value), author: 'asha', version })
  }
  await Promise.all([
    site.drafts.save(reports.entry(`${WORD}-3`), { release: id, content: entry, author: 'asha', version: '' }),
    site.drafts.save(newsArticles.entry(WORD), { release: id, content: article, author: 'asha', version: '' }),
    site.drafts.save(grades.entry(WORD), { release: id, content: grade, author: 'asha', version: '' }),
    draft(powerCables, (value) => ({ ...value, products: [...value.products, product] })),
    draft(gallery, (value) => ({ ...value, items: [picture, ...value.items] })),
    draft(homeNews, (value) => ({
      ...value,
      newsItems: [newsItem.parse({ image, alt: WORD, text: WORD }), ...value.newsItems],
    })),
    draft(drhp, (value) => ({
      ...value,
      films: value.films.map((one, at) => (at === 0 ? { ...one, video: film, captions } : one)),
    })),
  ])
  await site.releases.schedule(id, 'asha')
  const variants = variantWidths(400).flatMap((width) =>
    VARIANT_FORMATS.map((format) => variantUrl(image, width, format)),
  )
  const addresses = [
    `/uploads/${image}`,
    report,
    film,
    captions,
    ...variants,
    `/products/${product.slug}`,
    `/products/${product.slug}.data`,
    `/products/${product._id}`,
    `/news/${WORD}`,
    sheet,
    ...['', '.pdf', '.xml'].map((ending) => `/products/pvc-compound/${WORD}${ending}`),
  ]
  return { id, addresses }
}

test(
  'until the moment an unknown address everywhere, at once after it there for everybody, at once after an undo gone',
  { timeout: 60_000, retry: 0 },
  async () => {
    const moment = Math.ceil(Date.now() / 1000) * 1000 + 3_600_000
    const { id, addresses } = await prepareRelease(new Date(moment).toISOString())
    vi.useFakeTimers({ toFake: ['Date'], now: moment - 1 })
    await site.releases.clock.publishDue()
    const { port, warm } = await startTestHost({
      app: hostInterfaceOf(runningSite()),
      handle: respond,
      render: renderData,
    })
    await warm()
    const ask = (target: string, options?: Asked) => send(port, target, options)

    const listings = [
      ...openPublicDocuments(site).addresses(),
      ...['reports', 'powercables', 'gallery', 'newssection', 'openapi.json'].map((path) => `/api/${path}`),
    ]
    /** The listings that contain the word of the release. */
    const leaks = async () => {
      const told: string[] = []
      for (const listing of listings) {
        const { body } = await ask(listing)
        if (body.toLowerCase().includes(WORD)) told.push(listing)
      }
      return told
    }

    expect(await leaks()).toEqual([])
    for (const address of addresses) {
      const inEveryWay = REQUESTS.map((asked) => ({ target: address, asked }))
      const inEverySpelling = spellingsOf(address).map((target) => ({ target, asked: {} }))
      for (const { target, asked } of [...inEveryWay, ...inEverySpelling]) {
        const response = await ask(target, asked)
        const twin = await ask(target.replaceAll(WORD, TWIN).replaceAll(WORD.toUpperCase(), TWIN.toUpperCase()), asked)
        expect(response, `${target} ${JSON.stringify(asked)}`).toEqual(twin)
        expect(response.headers, target).not.toMatch(/max-age=[1-9]/)
      }
    }

    /** Requests the addresses in turn until `change` is over, and records which of them show the release. */
    const seenDuring = async (change: Promise<unknown>, probes: readonly string[]) => {
      const seen: { target: string; exists: boolean }[] = []
      const over = new AbortController()
      void change.finally(() => {
        over.abort()
      })
      for (let at = 0; !over.signal.aborted || at < probes.length; at += 1) {
        const target = probes[at % probes.length] ?? ''
        const { status, body } = await ask(target)
        seen.push({ target, exists: target.includes(WORD) ? status !== 404 : body.includes(WORD) })
      }
      await change
      return seen
    }
    vi.setSystemTime(moment)
    const seen = await seenDuring(site.releases.clock.publishDue(), [
      ...['/api/reports', '/investors', '/gallery'],
      ...addresses,
    ])
    // When the first part of the release is visible, all parts are.
    const first = seen.findIndex(({ exists }) => exists)
    expect(seen.slice(first).filter(({ exists }) => !exists)).toEqual([])

    for (const address of addresses) {
      // The address with the id of a product redirects to the address with its name.
      expect((await ask(address)).status, address).toBe(address.endsWith(`${WORD}-1`) ? 302 : 200)
    }
    expect(await leaks()).toEqual(
      expect.arrayContaining([
        '/',
        '/products',
        '/gallery',
        '/investors',
        '/investors/Drhp',
        '/sitemap.xml',
        '/feed.xml',
        '/gallery.data',
        '/api/reports',
        '/api/powercables',
        '/api/gallery',
        '/api/newssection',
      ]),
    )

    const seenAtUndo = await seenDuring(site.releases.undo(id, 'asha'), [
      ...['/api/reports', '/api/gallery'],
      ...addresses,
    ])
    // When the first part of the release is removed, all parts are.
    const firstGone = seenAtUndo.findIndex(({ exists }) => !exists)
    expect(seenAtUndo.slice(firstGone).filter(({ exists }) => exists)).toEqual([])
    expect(await leaks()).toEqual([])
    for (const address of addresses) {
      const twin = await ask(address.replaceAll(WORD, TWIN))
      expect(await ask(address), address).toEqual(twin)
    }
    expect(await readFile(path.join(site.env.contentDir, 'site.yaml'), 'utf8')).not.toContain(WORD)
  },
)
