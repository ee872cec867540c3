import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'

const site = await createExampleSite()
// Folders are looked at every five seconds.
makeTimePassFaster(5)
const { media, env } = site
const { serveFile } = hostInterfaceOf(runningSite())
beforeEach(() => {
  // Otherwise a variant may be there before the uploads are away.
  vi.spyOn(media.library, 'prepareVariants').mockReturnValue(undefined)
})

async function get(address: string, method = 'GET') {
  const { status, headers, body } = await serveFile(address, { method, header: () => undefined })
  await body?.close()
  return { status, ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])) }
}

async function first(folder: string, pattern: RegExp) {
  const names = await readdir(path.join(env.uploadsDir, folder))
  return names.find((name) => pattern.test(name)) ?? ''
}

/** An address of each kind. Each test requests another variant, because a request makes it. */
async function addresses(image: RegExp) {
  const name = await first('', image)
  return {
    known: [
      `/uploads/${name}`,
      `/variants/${name}/160.avif`,
      `/menus/${await first('menus', /\.pdf$/)}`,
      `/uploads/documents/${await first('documents', /\.pdf$/)}`,
      `/uploads/videos/${await first('videos', /\.mp4$/)}`,
      `/uploads/videos/${await first('videos', /\.vtt$/)}`,
    ],
    unknown: ['/uploads/unknown.jpg', '/uploads/documents/unknown.pdf', `/variants/${name}/161.avif`],
  }
}

test.each([
  ['missing', /^loaf-1-/, () => undefined],
  ['an empty mount point', /^loaf-2-/, () => mkdirSync(env.uploadsDir)],
])(
  'uploads folder that is %s: 503 for what the site knows, and reported at once',
  async (_case, image, replace) => {
    const { known, unknown } = await addresses(image)
    const scanned = vi.spyOn(media.storage, 'list')
    // The check at the start must not be the one that reports.
    site.startBackgroundWork()
    await vi.waitFor(() => {
      expect(site.health.problems()).toEqual([])
    })
    renameSync(env.uploadsDir, `${env.uploadsDir}.away`)
    replace()
    const away = { status: 503, 'cache-control': 'no-store', 'retry-after': '60' }
    for (const address of known) expect([address, await get(address)]).toEqual([address, expect.objectContaining(away)])
    expect(await get(known[0] ?? '', 'HEAD')).toMatchObject(away)
    for (const address of unknown) expect([address, (await get(address)).status]).toEqual([address, 404])
    await vi.waitFor(() => {
      expect(site.health.problems()).toMatchObject([{ id: 'uploads-missing' }])
    })
    // The watch has looked into the folder meanwhile.
    scanned.mockClear()
    await vi.waitFor(() => {
      expect(scanned).toHaveBeenCalledWith('uploads')
    })
    await media.documents.whenIdle()
    for (const address of known) expect([address, (await get(address)).status]).toEqual([address, 503])

    rmSync(env.uploadsDir, { recursive: true, force: true })
    renameSync(`${env.uploadsDir}.away`, env.uploadsDir)
    for (const address of known) expect([address, (await get(address)).status]).toEqual([address, 200])
    await vi.waitFor(() => {
      expect(site.health.problems()).toEqual([])
    })
  },
  30_000,
)

test('file that staff delete: 404, and no problem', async () => {
  const file = 'documents/unused.pdf'
  await writeFile(path.join(env.uploadsDir, file), pdfBytes())
  await media.documents.add(file)
  expect((await get(`/uploads/${file}`)).status).toBe(200)
  await site.files.discardFile(file)
  expect((await get(`/uploads/${file}`)).status).toBe(404)
  expect(site.health.problems()).toEqual([])
})

test('a public file that is on its way from the store: 503, and when to ask again; nothing about other names', async () => {
  const film = `/uploads/videos/${await first('videos', /\.mp4$/)}`
  const name = film.slice(1)
  vi.spyOn(media.storage, 'isComing').mockImplementation((asked) => asked === name)
  expect(await get(film)).toMatchObject({ status: 200 })
  renameSync(path.join(env.uploadsDir, '..', name), path.join(env.uploadsDir, 'away'))
  expect(await get(film)).toMatchObject({ status: 503, 'cache-control': 'no-store', 'retry-after': '5' })
  expect(await get('/uploads/videos/unknown.mp4')).toMatchObject({ status: 404 })
  renameSync(path.join(env.uploadsDir, 'away'), path.join(env.uploadsDir, '..', name))
})
