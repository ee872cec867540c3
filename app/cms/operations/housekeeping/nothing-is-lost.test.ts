import { sectionsOf } from '#test/sections-of.ts'
import { CloseStack } from '#app/cms/platform/close-stack.server.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import * as contentHash from '#app/cms/media/library/content-hash.server.ts'
import { openDocumentIndex } from '#app/cms/media/library/document-info-index.server.ts'
import { openMediaLibrary, RecentUploads } from '#app/cms/media/media.server.ts'
import { openStagedFiles, openStagedIndexes } from '#app/cms/media/uploads/staged-files.server.ts'
import { openFileTrash } from '#app/cms/media/uploads/file-trash.server.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import * as fields from '#app/cms/define/fields.ts'
import { openSiteFiles } from '#app/cms/content/site-files.server.ts'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { HistoryFiles } from './history-files.server.ts'
import { openHousekeeping } from './housekeeping.server.ts'
import { openUnusedFiles } from './unused-files.server.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-20T10:00:00Z')

const disk: { files: ReadonlyMap<string, { bytes: Buffer }> } = { files: new Map() }
beforeEach(() => {
  // The files of this test are in memory.
  vi.spyOn(contentHash, 'sha256Of').mockImplementation((name) =>
    Promise.resolve(disk.files.get(name)?.bytes.toString() ?? ''),
  )
})

const sections = ['news', 'events'].map((id) =>
  defineSection({
    id,
    label: id,
    icon: 'news',
    file: `${id}.yaml`,
    page: '/',
    messages: { updated: 'Updated', failed: 'Failed' },
    schema: z.strictObject({ films: fields.list('Films', z.strictObject({ captions: fields.line('Captions') })) }),
  }),
)

const captions = (at: number) => `videos/captions-${at}.vtt`
const addressOf = (at: number) => `/uploads/${captions(at)}`

afterEach(() => {
  vi.useRealTimers()
})

const noDecoder: Decoder = {
  run: () => Promise.reject(new Error('There is nothing to decode')),
  pid: () => undefined,
  queued: () => 0,
  close: () => Promise.resolve(),
}

/** A small site: two sections that name captions files, and a trash with room for three files. */
async function openSite() {
  const { storage, files } = openMemoryStorage()
  disk.files = files
  for (const { file } of sections) await storage.commit([{ name: `content/${file}`, bytes: 'films: []\n' }])
  let up = 0
  const uptime = () => up
  const onProblem = (message: string, cause: unknown) => {
    throw new Error(message, { cause })
  }
  const content = openContentStore({ storage, sections, log: silentLog, health: silentHealth })
  const library = await openMediaLibrary({ storage, decoder: noDecoder, onProblem })
  const documents = await openDocumentIndex({ storage, decoder: noDecoder, onProblem })
  const limits = { days: 30, leastDays: 7, files: 3, bytes: 1_000_000 }
  const trash = await openFileTrash({ storage, onProblem, limits, uptime })
  const indexes = await openStagedIndexes({ storage, decoder: noDecoder, onProblem }, new CloseStack())
  const staged = await openStagedFiles({ storage, decoder: noDecoder, onProblem, indexes, library, documents })
  const media = { library, documents, trash, staged, recentUploads: new RecentUploads() }
  const siteFiles = openSiteFiles(content, { ...media, forStaff: media }, sectionsOf(...sections))
  const unused = openUnusedFiles({
    files: siteFiles,
    media,
    history: new HistoryFiles(content, () => Promise.resolve(sections)),
    unpublished: () => [],
  })
  const housekeeping = await openHousekeeping({
    storage,
    log: silentLog,
    health: { problems: () => [] },
    content,
    media,
    drafts: { removeDiscarded: () => Promise.resolve([]) },
    inbox: { eraseOld: () => Promise.resolve([]) },
    unused,
    removeTemporaryFiles: () => Promise.resolve([]),
    clocks: { now: () => Date.now(), uptime },
  })
  await housekeeping.setUnusedDays(30)
  return {
    storage,
    content,
    documents,
    trash,
    media,
    siteFiles,
    unused,
    housekeeping,
    has: (file: string) => files.has(`uploads/${file}`),
    wait(days: number) {
      vi.setSystemTime(Date.now() + days * DAY)
      up += days * DAY
    },
    /** True if the stored history or content names the file, whatever the site has in memory. */
    isNamed: (file: string) =>
      [...files].some(([name, { bytes }]) => /^(?:content|data\/history)\//.test(name) && bytes.includes(file)),
    async close() {
      await housekeeping.close()
      await content.close()
      await documents.close()
      await library.close()
    },
  }
}

type TestSite = Awaited<ReturnType<typeof openSite>>

/** An action of a person, or passing time. The numbers are indexes of existing files, sections and entries. */
type Step =
  | { do: 'upload' | 'delete' | 'bring back'; file: number }
  | { do: 'add' | 'replace' | 'remove' | 'restore'; section: number; at: number; file: number }
  | { do: 'move all' | 'tidy up' | 'move all while it is used and replaced' }
  | { do: 'wait'; days: number }

const FILES = 4
const small = fc.nat(FILES - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('upload' as const, 'delete' as const, 'bring back' as const), file: small }),
  fc.record({
    do: fc.constantFrom('add' as const, 'replace' as const, 'remove' as const, 'restore' as const),
    section: fc.nat(1),
    at: small,
    file: small,
  }),
  fc.record({
    do: fc.constantFrom('move all' as const, 'tidy up' as const, 'move all while it is used and replaced' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(0.5, 2, 8, 31) }),
)

async function edit(site: TestSite, at: number, change: (films: Film[]) => Film[]) {
  const section = sections[at]
  if (!section) return
  await site.content.update(section, {
    author: 'asha',
    reason: 'Edited',
    change: (content) => ({ films: change(content.films) }),
  })
}

interface Film {
  captions: string
}

async function take(site: TestSite, one: Step) {
  switch (one.do) {
    case 'upload': {
      const file = captions(one.file)
      if (!site.has(file)) await site.storage.commit([{ name: `uploads/${file}`, bytes: `WEBVTT ${one.file}` }])
      await site.documents.add(file)
      site.media.recentUploads.note(file)
      return
    }
    case 'delete':
      await site.siteFiles.discardFile(captions(one.file))
      return
    case 'bring back': {
      const entry = site.trash.list()[one.file]
      if (entry) await site.siteFiles.bringBackFile(entry.id)
      return
    }
    case 'add':
    case 'replace': {
      // As in the check of a form, a file that exists nowhere is refused.
      const file = captions(one.file)
      if (!site.has(file) && !site.trash.list().some((entry) => entry.file === file)) return
      const film = { captions: addressOf(one.file) }
      return edit(site, one.section, (films) =>
        one.do === 'add' ? [...films, film] : films.map((other, at) => (at === one.at ? film : other)),
      )
    }
    case 'remove':
      return edit(site, one.section, (films) => films.filter((_, at) => at !== one.at))
    case 'restore': {
      const section = sections[one.section]
      const entry = section && (await site.content.history(section))[one.at]
      if (entry) await site.content.restore(section, entry.id, { author: 'asha' })
      return
    }
    case 'move all':
      await moveAll(site)
      return
    case 'move all while it is used and replaced': {
      const [first] = site.unused.list()
      const film = { captions: first?.address ?? '' }
      const moving = moveAll(site)
      if (first) {
        await edit(site, 0, (films) => [...films, film])
        await edit(site, 0, (films) => films.slice(0, -1))
      }
      await moving
      return
    }
    case 'tidy up':
      await site.housekeeping.run()
      return
    case 'wait':
      site.wait(one.days)
  }
}

function moveAll(site: TestSite) {
  return site.unused.moveToTrash(new Set(site.unused.list().map(({ file }) => file)))
}

test('1,000 sequences of edits, deletions, restores and tidying up: no file that is needed is lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      vi.setSystemTime(START)
      const site = await openSite()
      const uploaded = new Map<string, number>()
      for (const one of steps) {
        const before = Array.from({ length: FILES }, (_, at) => captions(at)).map((file) => ({
          file,
          exists: site.has(file),
          isNeeded: site.isNamed(file) || Date.now() - (uploaded.get(file) ?? 0) < DAY,
        }))
        const trashed = site.trash.list()
        await take(site, one)
        const missing = (await Promise.all(sections.map((section) => site.siteFiles.bringBackFilesOf(section)))).flat()
        if (one.do === 'upload') uploaded.set(captions(one.file), Date.now())

        if (one.do !== 'delete') {
          for (const { file, exists, isNeeded } of before) {
            if (exists && isNeeded) expect(site.has(file), `${file} is still there`).toBe(true)
          }
        }
        for (const { id, file, deleted } of trashed) {
          if (site.has(file) || site.trash.list().some((entry) => entry.id === id)) continue
          const surplus = trashed.filter((other) => other.deleted >= deleted).length > 3
          expect(Date.now() - deleted, `days of ${file} in the trash`).toBeGreaterThan((surplus ? 7 : 30) * DAY)
        }
        // Only files that were already removed from the trash when the version was restored may be missing.
        for (const file of missing)
          expect([site.has(file), trashed.some((entry) => entry.file === file)]).toEqual([false, false])
        if (one.do !== 'restore') {
          const lost = missing.filter((file) => before.some((other) => other.file === file && other.exists))
          expect(lost).toEqual([])
        }
        for (let at = 0; at < FILES; at += 1) {
          if (site.has(captions(at)))
            expect(disk.files.get(`uploads/${captions(at)}`)?.bytes.toString()).toBe(`WEBVTT ${at}`)
        }
      }
      await site.close()
    }),
    { numRuns: 1_000 },
  )
})
