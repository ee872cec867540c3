import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { sectionEditorAction } from './cms/admin/editor/section/section-editor.server.ts'
import { variantUrl } from '#app/cms/media/media-address.ts'
import { uploadReceiver } from './cms/media/uploads/receive-form.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { action, loader } from './cms/stored-file.tsx'
import { origin, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { inPieces, photo } from '#test/temporary-images.ts'
import { MAX_STAGED_BYTES, STAGED } from './cms/media/uploads/staged-files.server.ts'

const site = await createTestSite()
const { media, content, env } = site
const report = documents.entry('industry-report')
const { staged } = media
const PDF = await readFile('uploads/reports/annual-report-2024-25.pdf')

let cookie: string
let made = 0

beforeAll(async () => {
  cookie = await signIn()
})

/** A PDF that no other test has. */
function somePdf() {
  made += 1
  return Buffer.concat([PDF, Buffer.from(`\n% ${made}\n`)])
}

/** Stages a document and returns its path. */
async function stagePdf(name = 'Half-year.pdf') {
  const address = await staged.store(inPieces(somePdf()), name, { accepts: 'pdf', folder: 'reports' }, 'asha')
  return address.slice('/uploads/'.length)
}

async function stageImage() {
  made += 1
  const bytes = await photo(400, 200 + made)
    .jpeg()
    .toBuffer()
  return staged.store(inPieces(bytes), 'plant.jpg', { accepts: 'image' }, 'asha')
}

async function ask(address: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const args = routeArgs(new Request(origin + address, { method, headers }))
  const response = await (method === 'GET' || method === 'HEAD' ? loader(args) : action(args))
  return { status: response.status, headers: [...response.headers], body: Buffer.from(await response.arrayBuffer()) }
}

function onDisk(name: string) {
  return stat(site.storage.pathOf(name)).then(
    ({ mode }) => (mode & 0o777).toString(8),
    () => undefined,
  )
}

test('another file has got the address meanwhile: not published, and that one stays', async () => {
  const digits = createHash('sha256').update('by hand').digest('hex').slice(0, 8)
  const file = `reports/taken-${digits}.pdf`
  await site.storage.commit([{ name: `${STAGED}/${file}`, bytes: PDF }])
  await staged.documents.add(file)
  await writeFile(path.join(env.uploadsDir, file), 'by hand')
  await expect(staged.publish([file])).rejects.toMatchObject({ status: 422 })
  expect(await readFile(path.join(env.uploadsDir, file), 'utf8')).toBe('by hand')
  expect(staged.find(file)?.file).toBe(file)
})

test('a program cannot name a staged file, staff can', async () => {
  const file = await stagePdf()
  const next = { ...content.read(report).value, title: 'Next', fileUrl: `/uploads/${file}` }
  const { schema } = report
  const missing = site.files.findMissingFiles(schema, next).map((field) => field.path.join('.'))
  expect(missing).toEqual(['fileUrl'])
  expect(site.files.findMissingFiles(schema, next, { by: 'staff' })).toEqual([])
})

test.each([
  ['a document', stagePdf, (file: string) => `/uploads/${file}`],
  ['an image', stageImage, (file: string) => `/uploads/${file}`],
  ['a variant of an image', stageImage, (file: string) => variantUrl(file, 160, 'webp')],
])('%s: to everybody but staff an unknown address, in every request and spelling', async (_kind, stage, addressOf) => {
  const address = addressOf(await stage())
  await media.library.whenIdle()
  const ended = await signIn()
  await site.auth.sessions.endSession(ownRequest('/admin', { headers: { cookie: ended } }))
  const account = site.auth.accounts.readAccounts()?.[0]
  const token = account && (await site.auth.tokens.issueToken({ account, sessionHash: undefined }))
  const spellings = [
    address,
    address.toUpperCase(),
    address.replace('/', '//'),
    `${address}/`,
    `${address}?v=1`,
    address.replace('-', '%2D'),
    address.replace(/\/([^/]+)$/, '/%2e/$1'),
    `/uploads/../data/staged/${address.split('/').at(-1)}`,
    `${address}.data`,
  ]
  const requests: Record<string, string>[] = [
    {},
    { method: 'HEAD' },
    { method: 'POST' },
    { range: 'bytes=0-9' },
    { 'if-none-match': '*' },
    { 'if-modified-since': new Date().toUTCString() },
    { cookie: 'session=forged' },
    { cookie: ended },
    { authorization: `Bearer ${token}` },
  ]
  for (const spelling of spellings) {
    for (const request of requests) {
      const unknown = await ask(spelling.replace(/(?:half-year|plant)-/i, 'no-such-'), request)
      expect(await ask(spelling, request), `${spelling} ${JSON.stringify(request)}`).toEqual(unknown)
      expect([404, 405]).toContain(unknown.status)
      expect(unknown.headers).toContainEqual(['cache-control', 'no-store'])
    }
  }
  const seen = await ask(address, { cookie })
  expect(seen.status).toBe(200)
  expect(seen.headers).toContainEqual(['cache-control', 'no-store, private'])
  expect((await ask(address, { cookie, range: 'bytes=0-9' })).status).toBe(206)
})

test('only staff find it in lists; the same bytes among the uploads are not staged', async () => {
  const [pdf, image] = [await stagePdf(), await stageImage()]
  expect(media.library.find(image) ?? media.documents.find(pdf)).toBeUndefined()
  const publicFiles = [...media.library.list(), ...media.documents.list()].map(({ file }) => file)
  expect(publicFiles).not.toEqual(expect.arrayContaining([pdf]))
  expect(publicFiles).not.toEqual(expect.arrayContaining([image]))
  expect(media.forStaff.library.list()[0]?.file).toBe(image)
  expect(media.forStaff.documents.find(pdf)?.bytes).toBeGreaterThan(PDF.length)
  expect(await onDisk(`${STAGED}/${pdf}`)).toBe('600')
  expect(await onDisk(STAGED)).toBe('700')

  const bytes = somePdf()
  const target = { accepts: 'pdf', folder: 'reports' } as const
  const uploaded = await uploadReceiver(media, 'x', target).store(inPieces(bytes), 'Known.pdf', 'asha')
  expect(await staged.store(inPieces(bytes), 'Known.pdf', target, 'asha')).toBe(uploaded)
  expect(staged.find(uploaded.slice('/uploads/'.length))).toBeUndefined()
})

test('shown: public in the same turn, from where it lies, and said once; published: moved without another word', async () => {
  const [pdf, image] = [await stagePdf(), await stageImage()]
  await media.library.whenIdle()
  const told: string[] = []
  const stops = [media.library.subscribe(() => told.push('image')), media.documents.subscribe(() => told.push('pdf'))]
  staged.show([pdf, image])
  expect([media.library.find(image)?.file, media.documents.find(pdf)?.bytes]).toEqual([image, staged.find(pdf)?.bytes])
  expect(told).toEqual(['image', 'pdf'])
  for (const step of ['shown', 'published']) {
    for (const address of [`/uploads/${pdf}`, `/uploads/${image}`, variantUrl(image, 160, 'avif')]) {
      const { status, headers } = await ask(address)
      expect(status, `${address} ${step}`).toBe(200)
      expect(headers).toContainEqual(['cache-control', 'public, max-age=31536000, immutable'])
    }
    await staged.publish([pdf, image])
  }
  expect(told).toEqual(['image', 'pdf'])
  expect(staged.find(pdf) ?? staged.find(image)).toBeUndefined()
  expect(await onDisk(`uploads/${pdf}`)).toBe('644')
  // As after a kill, when it is unknown how far the last call got.
  await staged.publish([pdf, image])
  expect(media.documents.find(pdf)?.bytes).toBeGreaterThan(PDF.length)
  for (const stop of stops) stop()
})

test('moved while it is looked for: found where it is now, an image in place of its variant too', async () => {
  const [pdf, image] = [await stagePdf(), await stageImage()]
  await media.library.whenIdle()
  await site.storage.remove(`data/variants/${image}/`)
  staged.show([pdf, image])
  // The state of a publication after the move, before the indexes are updated.
  for (const file of [pdf, image]) await site.storage.move(`${STAGED}/${file}`, `uploads/${file}`)
  for (const address of [`/uploads/${pdf}`, `/uploads/${image}`, variantUrl(image, 160, 'avif')]) {
    expect((await ask(address)).status, address).toBe(200)
  }
  await staged.publish([pdf, image])
  expect((await ask(`/uploads/${pdf}`)).status).toBe(200)
})

test('discarded: in a trash of its own, and staged again when it comes back', async () => {
  const file = await stagePdf()
  const [entry] = await staged.discard([file])
  expect([staged.find(file), (await ask(`/uploads/${file}`, { cookie })).status]).toEqual([undefined, 404])
  expect(media.trash.list().map((trashed) => trashed.file)).not.toContain(file)
  expect(await staged.restore(entry?.id ?? '')).toBe('back')
  expect(staged.find(file)?.file).toBe(file)
  expect((await ask(`/uploads/${file}`)).status).toBe(404)
})

test('a file of a form: staged while the form is refused, public once it is saved', async () => {
  const before = content.read(report)
  const file = new File([somePdf()], 'Assessment.pdf')
  const fields = { ...fieldsOf(before.value), intent: 'save', 'fileUrl-upload': file }
  const { reply } = await refusal(edit({ ...fields, title: '' }))
  const address = /\/uploads\/[^"]*assessment-[^"]*/.exec(JSON.stringify(reply))?.[0] ?? ''
  expect((await ask(address)).status).toBe(404)
  expect(staged.list().map((one) => one.address)).toContain(address)

  // Another person saves the same field, so that this save is refused after its files were checked.
  const theirs = { ...fieldsOf(before.value), intent: 'save', title: 'Theirs' }
  await redirected(edit(theirs))
  const mine = { ...fieldsOf(before.value), fileUrl: address, intent: 'save', title: 'Mine' }
  const told: string[] = []
  const stop = media.documents.subscribe(() => told.push('public'))
  const move = vi.spyOn(site.storage, 'move')
  expect((await refusal(edit({ ...mine, version: before.version }))).status).toBe(409)
  stop()
  expect([told, move.mock.calls]).toEqual([[], []])
  move.mockRestore()
  expect((await ask(address)).status).toBe(404)
  expect(await onDisk(`${STAGED}/${address.slice('/uploads/'.length)}`)).toBe('600')

  await redirected(edit(mine))
  expect((await ask(address)).status).toBe(200)
  expect(staged.list().map((one) => one.address)).not.toContain(address)
})

test('named by a hand edit or a restored version: published with it', async () => {
  const file = await stagePdf()
  const next = { ...content.read(report).value, title: 'By hand', fileUrl: `/uploads/${file}` }
  await content.update(report, { author: 'x', reason: 'x', change: () => next })
  await site.files.bringBackFilesOf(report)
  expect((await ask(`/uploads/${file}`)).status).toBe(200)
})

function edit(fields: Record<string, string | File>) {
  return sectionEditorAction(sectionPost(report.id, fields, { cookie }))
}

test('staged files that take all the room there is: said at the field, and nothing is stored', async () => {
  const full = [{ file: 'film.mp4', kind: 'mp4' as const, bytes: MAX_STAGED_BYTES, modified: 0, date: '' }]
  vi.spyOn(staged.documents, 'list').mockReturnValue(full)
  const file = new File([somePdf()], 'Too-much.pdf')
  const fields = { ...fieldsOf(content.read(report).value), intent: 'draft', 'fileUrl-upload': file }
  const { status, reply } = await refusal(edit(fields))
  vi.restoreAllMocks()
  expect(status).toBe(422)
  expect(reply.result.error?.['fileUrl']?.join()).toContain('already use 2 GB')
  expect(
    staged
      .list()
      .map((one) => one.file)
      .join(),
  ).not.toContain('too-much')
})

test('a file that another process has staged and moved is known once the indexes were refreshed', async () => {
  const file = 'reports/of-another-process.pdf'
  await site.storage.commit([{ name: `${STAGED}/${file}`, bytes: somePdf() }])
  expect(staged.find(file)).toBeUndefined()
  await staged.refresh([file])
  expect(staged.stagedOf([file])).toEqual([file])
  const end = staged.show([file])
  await site.storage.move(`${STAGED}/${file}`, `uploads/${file}`)
  end()
  await staged.refresh([file])
  expect(staged.stagedOf([file])).toEqual([])
  expect(staged.isShown(file)).toBe(false)
  expect(media.documents.find(file)).toBeDefined()
  expect((await ask(`/uploads/${file}`)).status).toBe(200)
})

test('moved by another process before this one can show it: hidden until it is shown, also if two publications name it', async () => {
  const file = 'reports/hidden-until-shown.pdf'
  const ends = [staged.hide([file]), staged.hide([file])]
  await site.storage.commit([{ name: `uploads/${file}`, bytes: somePdf() }])
  await staged.refresh([file])
  expect((await ask(`/uploads/${file}`)).status).toBe(404)
  const end = staged.show([file])
  expect((await ask(`/uploads/${file}`)).status).toBe(200)
  for (const endHiding of [...ends, end]) endHiding()
  expect((await ask(`/uploads/${file}`)).status).toBe(200)
})

test('shown for a publication of another process, which was undone before its end was noticed: not public', async () => {
  const file = await stagePdf()
  const end = staged.show([file])
  expect((await ask(`/uploads/${file}`)).status).toBe(200)
  // The file was moved to the uploads and back again.
  end()
  await staged.refresh([file])
  expect((await ask(`/uploads/${file}`)).status).toBe(404)
  expect(media.documents.find(file)).toBeUndefined()
  expect(staged.find(file)).toBeDefined()
})
