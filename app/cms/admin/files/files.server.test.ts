import { filesIntents } from './files-intents.ts'
import disk, { readFile, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TooManyJobs } from '#app/cms/media/decoding/decoder.server.ts'
import type { LibraryFile, LibraryPage } from '#app/cms/media/library/library-file.ts'
import { findLibraryFile } from '#app/cms/media/library/library-files.server.ts'
import { writeRecord } from '#app/cms/content/history/history-record.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { story } from '#test/example-site/home/story.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { inAllModules } from '#test/fault-fs.ts'
import { photo } from '#test/temporary-images.ts'
import { loader as fileListLoader } from './file-list.tsx'
import { action as fileStageAction } from './file-stage.tsx'
import { action as fileUploadAction } from './file-upload.tsx'
import { filesAction } from './files-action.server.ts'
import { filesLoader } from './files.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const { open, rename } = disk

const site = await createExampleSite({
  prepare: async ({ uploadsDir }) => {
    // More images than a page shows, and a second file with captions.
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
    for (let at = 0; at < 60; at += 1) await disk.writeFile(`${uploadsDir}/drawing-${at}.svg`, drawing)
    await disk.writeFile(`${uploadsDir}/videos/baking.vtt`, 'WEBVTT\n\n00:00.000 --> 00:01.000\nIt rises.\n')
  },
})
const { env, content: siteContent } = site

const PDF = new Uint8Array(await readFile('test/example-site/uploads/documents/allergens.pdf'))
const JPEG = new Uint8Array(await photo(64, 48).jpeg().toBuffer())
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

describe('one file sent by script', () => {
  test.each([
    ['no file', '', [], 400, 'Choose a file first.'],
    [
      'an unknown kind',
      '?accepts=html',
      [pdf('a.pdf')],
      400,
      'The page requested an unknown kind of file. Load the page again.',
    ],
    ['a folder of its own', '?accepts=pdf&folder=../../content', [pdf('a.pdf')], 400, 'unknown kind of file'],
    ['a folder of no field', '?accepts=pdf&folder=attic', [pdf('a.pdf')], 400, 'unknown kind of file'],
    ['a PDF for an image', '?accepts=image', [pdf('a.jpg')], 422, '“a.jpg” is not a JPEG'],
    [
      'a kind we do not show',
      '',
      [new File(['x'], 'a.docx')],
      422,
      '“a.docx” has a file type that the website does not support',
    ],
    ['a page named as a film', '', [new File(['<html>'], 'a.mp4')], 422, '“a.mp4” is not an MP4 film'],
    ['an unknown kind among others', '?accepts=pdf,html', [pdf('a.pdf')], 400, 'unknown kind of file'],
    ['a page named as a table', '', [new File(['<html>'], 'a.csv')], 422, '“a.csv” is not a CSV table'],
    ['another kind than the field accepts', '?accepts=pdf,csv', [new File(['x'], 'a.mp3')], 422, 'not accepted here'],
  ])('%s: refused with the reason', async (_name, search, files, status, problem) => {
    const response = await upload(search, files)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ problem: expect.stringContaining(problem) })
  })

  test.each([
    ['ENOSPC', 507, 'was not stored: the disk of the server is full.'],
    ['EROFS', 503, 'was not stored: the server does not have permission to write to its uploads folder.'],
    ['EIO', 503, 'was not stored: the disk of the server reported an error.'],
  ])('a disk that answers %s: %i with the reason', async (code, status, problem) => {
    failIncoming(code)
    const response = await upload('', [pdf('a.pdf')])
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ problem: expect.stringContaining(problem) })
  })

  test('more files at once than are checked for one person: 503, with when to come back', async () => {
    vi.spyOn(site.media.decoder, 'run').mockRejectedValueOnce(new TooManyJobs())
    const response = await upload('', [pdf('a.pdf')])
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await response.json()).toEqual({ problem: expect.stringContaining('Try again in a minute') })
  })

  test('larger than a form may be: 413', async () => {
    const request = post('/admin/files/upload', [pdf('a.pdf')], 'file')
    request.headers.set('content-length', String(100 * 1024 * 1024))
    await expect(fileUploadAction(routeArgs(request) as ActionFunctionArgs)).rejects.toMatchObject({ status: 413 })
  })

  test('a photo from a phone, 9 MB, turned by EXIF and with its place: upright, without either, scaled down', async () => {
    const taken = await photo(3000, 2000)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '15/1 29/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer()
    // Phones append data that no decoder reads.
    const bytes = new Uint8Array(9 * 1024 * 1024)
    bytes.set(taken)
    expect(taken.byteLength).toBeLessThan(bytes.byteLength)

    const { stored } = await storedBy(await upload('?accepts=image', [new File([bytes], 'IMG 2034.JPG')]))
    expect(stored).toMatchObject({ kind: 'image', size: { width: 1707, height: 2560 } })
    expect(stored.file).toMatch(/^img-2034-[0-9a-f]{8}\.jpg$/)
    const metadata = await sharp(`${env.uploadsDir}/${stored.file}`).metadata()
    expect(metadata).toMatchObject({ width: 1707, height: 2560 })
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
  })

  test('a document: into the folder its field has; the same bytes again, the same file; others of its name, another', async () => {
    const { stored } = await storedBy(await upload('?accepts=pdf&folder=documents', [pdf('Policy.pdf')]))
    expect(stored).toMatchObject({ kind: 'pdf', address: `/uploads/${stored.file}`, bytes: PDF.length })
    expect(stored.file).toMatch(/^documents\/policy-[0-9a-f]{8}\.pdf$/)
    const again = await storedBy(await upload('?accepts=pdf&folder=documents', [pdf('Policy.pdf')]))
    expect(again.stored).toEqual(stored)
    const longer = new File([PDF, '\n%%EOF'], 'Policy.pdf')
    const other = await storedBy(await upload('?accepts=pdf&folder=documents', [longer]))
    expect(other.stored.file).not.toBe(stored.file)
  })
})

test('one of the kinds of a field: stored, and found by a picker of these kinds', async () => {
  const table = new File(['Year,Revenue\n2025-26,12\n'], 'Key figures.csv')
  const { stored } = await storedBy(await upload('?accepts=pdf,csv&folder=documents', [table]))
  expect(stored).toMatchObject({
    kind: 'csv',
    file: expect.stringMatching(/^documents\/key-figures-[0-9a-f]{8}\.csv$/),
  })
  const { files } = await list('?kind=pdf,csv')
  expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(['pdf', 'csv']))
})

describe('the list for pickers', () => {
  test('of one kind, by words of its name', async () => {
    const images = await list('?kind=image&q=loaf')
    expect(images.total).toBeGreaterThan(0)
    expect(images.files.every(({ kind, file }) => kind === 'image' && file.includes('loaf'))).toBe(true)
    expect((await list('?kind=vtt')).files.map(({ kind }) => kind)).toEqual(['vtt', 'vtt'])
    expect((await list('?kind=image')).files).toHaveLength(48)
  })
})

describe('the screen', () => {
  test.each(['?kind=nonsense&page=-1', '?page=1e9', '?page=x', `?q=${'x'.repeat(5000)}`])(
    '%s: shows a page',
    async (search) => {
      const { view } = await load(search)
      expect(view).toMatchObject({ kind: 'image', page: search === '?page=1e9' ? 3 : 1 })
    },
  )

  test('a file to delete that is not there: says so', async () => {
    expect(await load('?delete=missing.jpg')).toMatchObject({ isMissing: true, deleting: undefined })
  })

  test('every file with where it is used', async () => {
    const { image } = siteContent.read(story).value
    const { files } = await load(`?q=${image}`)
    expect(files).toEqual([
      expect.objectContaining({
        file: image,
        uses: [
          { label: 'Our Story', href: '/admin/story' },
          { label: 'The wood oven is back', href: '/admin/articles/wood-oven' },
        ],
      }),
    ])
  })

  test('an unknown intent: 400; nothing chosen: says so', async () => {
    await expect(act('', { intent: 'burn' })).rejects.toMatchObject({ status: 400 })
    const { flash } = await redirected(act('', { intent: filesIntents.upload }))
    expect(flash).toMatchObject({ kind: 'failure', message: 'Select at least one file.' })
  })

  test('a used file: not deleted', async () => {
    const { image } = siteContent.read(story).value
    const { flash } = await redirected(act(`?delete=${image}`, { intent: filesIntents.delete }))
    expect(flash).toMatchObject({
      kind: 'failure',
      message: `${image} was not deleted, because a section uses it now.`,
    })
    expect(findLibraryFile(site.media, image)?.file).toBe(image)
  })

  test('a public file that only a draft uses: not deleted', async () => {
    const { stored } = await storedBy(await upload('', [new File([JPEG], 'only-in-a-draft.jpg')]))
    const { value, version } = siteContent.read(story)
    await site.drafts.save(story, {
      release: undefined,
      content: { ...value, image: stored.file },
      author: 'meera',
      version,
    })
    const { flash } = await redirected(act(`?delete=${stored.file}`, { intent: filesIntents.delete }))
    expect(flash).toMatchObject({
      kind: 'failure',
      message: `${stored.file} was not deleted, because a draft uses it now.`,
    })
    expect(findLibraryFile(site.media, stored.file)).toEqual(stored)
    await site.drafts.discard(story, { release: undefined, author: 'meera' })
  })

  test('several files without a script: stored, the others named with their reason', async () => {
    const image = new File([new Uint8Array(await photo(64, 48).jpeg().toBuffer())], 'without-script.jpg')
    const { url, flash } = await redirected(
      act('', { intent: filesIntents.upload }, [
        image,
        pdf('without-script.pdf'),
        new File(['x'], 'a.txt'),
        new File(['x'], 'b.pdf'),
      ]),
    )
    expect(url).toBe('/admin/files')
    expect(flash).toMatchObject({
      kind: 'failure',
      message: expect.stringMatching(/^2 files uploaded\. “a\.txt” has a file type[^”]+[^.]\. “b\.pdf” is not a PDF/),
    })
    expect((await load('?q=without-script')).total).toBe(1)
    expect((await load('?kind=document&q=without-script')).total).toBe(1)
  })

  test('a disk that takes neither a deletion nor a return: 503 and 507 with the reason, the file stays where it is', async () => {
    const { stored } = await storedBy(await upload('', [pdf('stays.pdf')]))
    const remove = () => act(`?kind=document&delete=${stored.file}`, { intent: filesIntents.delete })
    failRenameOf(stored.file, 'EROFS')
    await expect(textOf(remove())).resolves.toEqual([
      503,
      `${stored.file} was not deleted: the server does not have permission to write to its uploads folder. Correct the permissions of the folder, then try again.`,
    ])
    expect(findLibraryFile(site.media, stored.file)).toEqual(stored)

    const { flash } = await redirected(remove())
    const restore = () => act('', { intent: filesIntents.restore, entry: flash?.undo?.entry ?? '' })
    failRenameOf(stored.file, 'ENOSPC')
    await expect(textOf(restore())).resolves.toEqual([507, expect.stringContaining('was not restored: the disk')])
    expect((await redirected(restore())).flash).toMatchObject({ message: `${stored.file} was restored` })
  })

  test('an unused file: deleted, offered to be brought back, and back by the undo of the message', async () => {
    const { stored } = await storedBy(await upload('', [pdf('unused.pdf')]))
    const { url, flash } = await redirected(
      act(`?kind=document&delete=${stored.file}`, { intent: filesIntents.delete }),
    )
    expect(url).toBe('/admin/files?kind=document')
    expect(flash).toMatchObject({ kind: 'success', undo: { address: '/admin/files' } })
    expect(findLibraryFile(site.media, stored.file)).toBeUndefined()
    expect((await load('?kind=deleted')).trashed[0]).toMatchObject({ file: stored.file, bytes: PDF.length })

    const undo = { intent: filesIntents.restore, entry: flash?.undo?.entry ?? '' }
    expect((await redirected(act('', undo))).flash).toMatchObject({ message: `${stored.file} was restored` })
    expect(findLibraryFile(site.media, stored.file)).toEqual(stored)
    expect((await redirected(act('', undo))).flash).toMatchObject({ message: 'This file is no longer in the trash.' })
  })
})

describe('files that are not used', () => {
  /** Uploads a file, and sets its modification time to two days ago. */
  async function oldFile(name: string) {
    const { file } = (await storedBy(await upload('', [captions(name)]))).stored
    const days = Date.now() / 1000 - 2 * 24 * 3600
    await utimes(path.join(env.uploadsDir, file), days, days)
    await site.media.documents.add(file)
    vi.spyOn(site.media.recentUploads, 'isRecent').mockImplementation((_, modified) => modified > Date.now() - 864e5)
    return file
  }
  const unusedIn = async (query: string) => {
    const { unused, freeCount } = await load(`?kind=unused&q=${query}`)
    return { unused, freeCount }
  }

  test('nothing chosen, an unknown file, more than a page has, an unknown period: refused with the reason', async () => {
    expect((await load('?kind=unused&move=chosen')).moving).toMatchObject({ count: 0, files: [] })
    for (const file of ['missing.pdf', '../content/site.yaml']) {
      const { flash } = await redirected(act('?kind=unused', { intent: filesIntents.move, file }))
      expect(flash).toMatchObject({ kind: 'failure', message: 'No file was moved.' })
    }
    const { flash } = await redirected(act('?kind=housekeeping', { intent: filesIntents.settings, unusedDays: '1' }))
    expect(flash).toMatchObject({ kind: 'failure', message: 'Choose one of the periods.' })
  })

  test('listed with the version that showed them last; moved together, and back by one undo', async () => {
    const [one, two, past] = [
      await oldFile('bulk-one.vtt'),
      await oldFile('bulk-two.vtt'),
      await oldFile('bulk-past.vtt'),
    ]
    const shipped = siteContent.read(story).value
    const by = { author: 'test', reason: 'Text changed' }
    const text = `See /uploads/${past}`
    await siteContent.update(story, { ...by, change: (content) => ({ ...content, subTitle: text }) })
    await siteContent.update(story, { ...by, change: () => shipped })
    const { stored } = await storedBy(await upload('', [captions('bulk-recent.vtt')]))

    const { unused, freeCount } = await unusedIn('bulk')
    expect(freeCount).toBe(2)
    const found = Object.fromEntries(unused.map((file) => [file.file, [file.lastUse?.label, file.isRecent]]))
    expect(found).toEqual({
      [one]: [undefined, false],
      [two]: [undefined, false],
      [past]: [story.label, false],
      [stored.file]: [undefined, true],
    })
    expect((await load('?kind=unused&q=bulk&move=all')).moving).toMatchObject({ isAll: true, count: 2 })

    const { url, flash } = await redirected(act('?kind=unused&q=bulk', { intent: filesIntents.move, all: '1' }))
    expect(url).toBe('/admin/files?kind=unused&q=bulk')
    expect(flash).toMatchObject({ kind: 'success', message: '2 files moved to the trash' })
    expect((await unusedIn('bulk')).unused.map(({ file }) => file).sort()).toEqual([past, stored.file].sort())

    const undo = await redirected(
      act('?kind=unused', { intent: filesIntents.restore, entry: flash?.undo?.entry ?? '' }),
    )
    expect(undo.flash).toMatchObject({ kind: 'success', message: '2 files restored' })
    expect((await unusedIn('bulk')).freeCount).toBe(2)
  })

  test('named by the history of a section that the website no longer has: kept, and leads to that text', async () => {
    const file = await oldFile('gone-section.vtt')
    const [id, section] = ['20260101T000000000Z-000001', 'former-films']
    const entry = { id, section, time: '2026-01-01T00:00:00.000Z', author: 'asha', reason: 'Films added' }
    const texts = { text: `film: /uploads/${file}\n`, nextText: 'film: ""\n' }
    const versions = { version: versionOf(texts.text), replacedBy: versionOf(texts.nextText) }
    await site.storage.commit([
      { name: `data/history/${section}/${id}.json`, bytes: writeRecord({ ...entry, ...versions }, texts) },
    ])
    const { unused, freeCount } = await unusedIn('gone-section')
    expect(freeCount).toBe(0)
    expect(unused).toMatchObject([
      { lastUse: { label: 'former-films', href: `/admin/history/former-films/${id}/texts` } },
    ])
    const { flash } = await redirected(act('?kind=unused', { intent: filesIntents.move, file }))
    expect(flash).toMatchObject({ kind: 'failure', message: 'No file was moved.' })
  })

  test('a disk that takes only the first of them: says how many were moved and why the others were not', async () => {
    const files = [await oldFile('half-one.vtt'), await oldFile('half-two.vtt')]
    // The newest is moved first.
    failRenameOf(files[0] ?? '', 'EROFS')
    const { flash } = await redirected(act('?kind=unused&q=half', { intent: filesIntents.move, all: '1' }))
    expect(flash).toMatchObject({
      kind: 'failure',
      message: '1 file moved to the trash',
      detail: expect.stringContaining('was not deleted: the server does not have permission'),
    })
    expect((await unusedIn('half')).freeCount).toBe(1)
  })

  test('the period after which they move: stored and shown; tidying up now says what was removed', async () => {
    const { flash } = await redirected(act('?kind=housekeeping', { intent: filesIntents.settings, unusedDays: '90' }))
    expect(flash).toMatchObject({ kind: 'success', message: 'Unused files are moved to the trash after 90 days' })
    expect((await load('?kind=housekeeping')).housekeeping).toMatchObject({ unusedDays: 90, lastRun: undefined })
    const { flash: tidied } = await redirected(act('?kind=housekeeping', { intent: filesIntents.tidy }))
    expect(tidied).toMatchObject({ kind: 'success', message: 'Nothing to clean up' })
    expect((await load('?kind=housekeeping')).housekeeping.lastRun).toMatch(/^Today/)
  })
})

describe('files that are not public yet', () => {
  async function stage(name: string) {
    const request = post('/admin/files/stage', [captions(name)], 'file')
    return (await storedBy(await fileStageAction(routeArgs(request)))).stored
  }

  test('a draft shows it: stays, and its row leads there', async () => {
    const { file, address } = await stage('stage-named.vtt')
    const use = { label: 'Draft of Clients', href: '/admin/suppliers' }
    vi.spyOn(site.unusedFiles, 'draftUses').mockReturnValue(new Map([[file, [use]]]))
    const { files } = await load('?kind=staged&q=stage-named')
    expect(files).toMatchObject([{ file, address, isStaged: true, uses: [use] }])
    const { flash } = await redirected(act(`?delete=${encodeURIComponent(file)}`, { intent: filesIntents.delete }))
    expect(flash).toMatchObject({ kind: 'failure', message: `${file} was not deleted, because a draft uses it now.` })
    vi.restoreAllMocks()
  })

  test('in a view of their own, deleted, and not public either when restored', async () => {
    const { file } = await stage('stage-free.vtt')
    expect((await load('?kind=document&q=stage-free')).files).toEqual([])
    const { deleting } = await load(`?kind=staged&delete=${encodeURIComponent(file)}`)
    expect(deleting).toMatchObject({ file, isStaged: true, uses: [] })
    const { flash } = await redirected(
      act(`?kind=staged&delete=${encodeURIComponent(file)}`, { intent: filesIntents.delete }),
    )
    expect(flash).toMatchObject({ kind: 'success', message: `${file} deleted` })
    expect((await load('?kind=deleted&q=stage-free')).trashed).toMatchObject([{ file, isStaged: true }])
    await redirected(act('?kind=deleted', { intent: filesIntents.restore, entry: flash?.undo?.entry ?? '' }))
    expect((await load('?kind=staged&q=stage-free')).files).toMatchObject([{ file }])
    expect(findLibraryFile(site.media, file)).toBeUndefined()
  })
})

/** Makes the next rename of a file fail. Renames of other files, by background tasks, succeed. */
function failRenameOf(file: string, code: string) {
  const spy = inAllModules(vi.spyOn(disk, 'rename')).mockImplementation((from, to) => {
    if (!String(from).includes(file)) return rename(from, to)
    spy.mockReset()
    return Promise.reject(systemError(code))
  })
}

/** Makes the next open of an incoming file fail. */
function failIncoming(code: string) {
  const spy = inAllModules(vi.spyOn(disk, 'open')).mockImplementation((file, ...rest) => {
    if (!String(file).includes('.incoming')) return open(file, ...rest)
    spy.mockReset()
    return Promise.reject(systemError(code))
  })
}

function systemError(code: string) {
  return Object.assign(new Error(code), { code })
}

/** Status and text of a refusal. */
async function textOf(response: Promise<unknown>) {
  const refusal = await response.catch((error: unknown) => error)
  if (!(refusal instanceof Response)) throw new Error('This was not refused')
  return [refusal.status, await refusal.text()]
}

function pdf(name: string) {
  return new File([PDF], name)
}

function captions(name: string) {
  return new File([`WEBVTT\n\n00:01.000 --> 00:02.000\n${name}\n`], name)
}

function post(address: string, files: readonly File[], input: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const file of files) body.append(input, file)
  return ownRequest(address, { method: 'POST', body, headers: { cookie } })
}

function upload(search: string, files: readonly File[]) {
  const request = post(`/admin/files/upload${search}`, files, 'file')
  return fileUploadAction(routeArgs(request))
}

async function storedBy(response: Response): Promise<{ stored: LibraryFile }> {
  expect(response.status).toBe(201)
  return (await response.json()) as { stored: LibraryFile }
}

async function list(search: string) {
  const response = await fileListLoader(routeArgs(ownRequest(`/admin/files/list${search}`, { headers: { cookie } })))
  return (await response.json()) as LibraryPage
}

function load(search: string) {
  return filesLoader(routeArgs(ownRequest(`/admin/files${search}`, { headers: { cookie } })))
}

function act(search: string, fields: Record<string, string>, files: readonly File[] = []) {
  return filesAction(routeArgs(post(`/admin/files${search}`, files, 'files-upload', fields)))
}
