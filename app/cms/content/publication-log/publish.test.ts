import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hooks, removeHooks, systemError } from '#test/fault-fs.ts'
import { titledSection } from '#test/titled-section.ts'
import { silentHealth, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { PreconditionFailed, versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import type { ContentChange, DerivedChange } from '#app/cms/define/derived-content.ts'
import {
  readPendingPublications,
  rollBackPublications,
} from '#app/cms/content/publication-log/publication-log.server.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore, PublishOptions, SectionChange } from '#app/cms/content/store/store.types.ts'

const [news, banner, reports] = [titledSection('news'), titledSection('banner'), titledSection('reports')]
const SECTIONS: readonly SectionDefinition[] = [news, banner, reports]
/** Content with this title refers to the staged file. */
const NAMES_FILE = 'report.pdf'
const STAGED = { from: 'data/staged/report.pdf', to: 'uploads/report.pdf' }

let folders: ReturnType<typeof temporaryContent>
let storage: Storage
let store: ContentStore
let health: Health
/** What follows from this title of the news is not valid. */
const UNFIT = 'invalidFields'
/** True if the title of the reports follows from that of the news. */
let isFollowed = false

beforeEach(async () => {
  folders = temporaryContent(null)
  isFollowed = false
  await begin()
})
afterEach(async () => {
  removeHooks()
  await end()
  await folders.dispose()
})

async function begin() {
  for (const { file, id } of SECTIONS) {
    mkdirSync(path.dirname(pathOf(`content/${file}`)), { recursive: true })
    writeFileSync(pathOf(`content/${file}`), `# ${id}\ntitle: old\n`)
  }
  for (const folder of ['data/staged', 'data/releases']) mkdirSync(pathOf(folder), { recursive: true })
  mkdirSync(pathOf('uploads'), { recursive: true })
  writeFileSync(pathOf(STAGED.from), 'report')
  await start()
}

/** Opens the store as the start of the site does. */
async function start() {
  const { contentDir, dataDir } = folders
  const uploadsDir = pathOf('uploads')
  health = new Health(silentLog)
  storage = openDiskStorage({ contentDir, uploadsDir, dataDir, log: silentLog, health: silentHealth })
  await rollBackPublications(storage, health)
  const publications = await readPendingPublications(storage, health)
  store = openContentStore({
    storage,
    sections: SECTIONS,
    log: silentLog,
    health,
    policy: {
      stagedFilesOf: (content) =>
        Promise.resolve((content as { title: string }).title === NAMES_FILE ? toUploads : undefined),
    },
    derived: isFollowed ? [{ section: reports, derive }] : [],
    publications,
  })
  await store.recoverPublications()
}

function derive({ before, after }: ContentChange): DerivedChange | undefined {
  const title = after(news)?.title ?? ''
  if (title === before(news)?.title) return undefined
  return { reason: 'Followed', change: () => ({ title: title === UNFIT ? '' : title }) }
}

async function startAnd<Result>(task: () => Promise<Result>): Promise<Result> {
  await start()
  return task()
}

async function end() {
  await store.close()
  await storage.close()
}

/** Calls `listener` before each change of the disk; it may throw. */
function beforeChanges(listener: () => void) {
  hooks.change = listener
  hooks.renameSync = listener
}

const pathOf = (name: string) => path.join(folders.root, name)
const titleOf = (of: SectionDefinition) => String((store.find(of)?.value as { title: string } | undefined)?.title)
const titles = () => SECTIONS.map(titleOf).join(' ')
const filesOnDisk = () => SECTIONS.map(({ file }) => readFileSync(pathOf(`content/${file}`), 'utf8'))
/** Without temporary files: the host removes them after a start. */
const records = () =>
  existsSync(pathOf('data/publishing'))
    ? readdirSync(pathOf('data/publishing')).filter((name) => !name.endsWith('.tmp'))
    : []

const toUploads = {
  moves: () => [STAGED],
  onCommit: () => undefined,
  apply: () => moveIfThere(STAGED),
}
const back = { from: STAGED.to, to: STAGED.from }
const toStaged = { moves: () => [back], onCommit: () => undefined, apply: () => moveIfThere(back) }

async function moveIfThere({ from, to }: typeof STAGED) {
  if (existsSync(pathOf(from))) await storage.move(from, to)
}

const toNew: SectionChange[] = SECTIONS.map((of) => ({ section: of, change: () => ({ title: 'new' }) }))

const versionOfRelease = () => storage.readSync('data/releases/r1.json')?.version ?? null

function publish(changes = toNew, options: Partial<PublishOptions> = {}) {
  return store.publish(changes, {
    author: 'asha',
    reason: 'Release “Results”',
    id: 'r1',
    files: toUploads,
    committingFile: (published) => ({
      name: 'data/releases/r1.json',
      text: JSON.stringify(published),
      ifVersion: versionOfRelease(),
    }),
    dataFiles: () => [{ name: 'data/drafts/news.json', text: 'draft' }],
    ...options,
  })
}

test('changes all sections at one moment: whoever is told of it reads all of it', async () => {
  const seen: string[] = []
  store.subscribe(() => seen.push(titles()))

  const published = await publish()

  expect(new Set(seen)).toEqual(new Set(['new new new']))
  expect(filesOnDisk()).toEqual(['# news\ntitle: new\n', '# banner\ntitle: new\n', '# reports\ntitle: new\n'])
  expect(readFileSync(pathOf(STAGED.to), 'utf8')).toBe('report')
  expect(JSON.parse(readFileSync(pathOf('data/releases/r1.json'), 'utf8'))).toEqual(published)
  expect(records()).toEqual([])
})

test.each([
  { what: 'a published file is there before', files: toUploads, titleAtMove: 'old' },
  { what: 'a file that is taken back goes after', files: toStaged, titleAtMove: 'new' },
])('$what the content, for readers who do not see the record', async ({ files, titleAtMove }) => {
  if (files === toStaged) await storage.move(STAGED.from, STAGED.to)
  const title = () => /title: (.*)/.exec(readFileSync(pathOf('content/home/news.yaml'), 'utf8'))?.[1]
  let found: string | undefined
  const apply = () => {
    found = title()
    return files.apply()
  }
  await publish(toNew, { files: { ...files, apply } })
  expect([found, title()]).toEqual([titleAtMove, 'new'])
})

test('gives each section an entry of its history that can be undone alone', async () => {
  const [first] = await publish()
  expect(await store.history(news)).toMatchObject([{ id: first?.historyEntry, reason: 'Release “Results”' }])

  await store.restore(news, first?.historyEntry ?? '', { author: 'asha' })

  expect(titles()).toBe('old new new')
})

test('one change that is refused refuses all', async () => {
  const refused = publish([...toNew, { section: reports, change: () => ({ title: 'x'.repeat(10_000) }) }])
  await expect(refused).rejects.toThrow(InvalidContent)
  const thrown = publish([
    ...toNew.slice(1),
    {
      section: news,
      change: () => {
        throw new Error('conflict')
      },
    },
  ])
  await expect(thrown).rejects.toThrow('conflict')

  expect(titles()).toBe('old old old')
  expect(records()).toEqual([])
  expect(existsSync(pathOf(STAGED.from))).toBe(true)
})

test('leaves out a section that does not change', async () => {
  const published = await publish([
    { section: news, change: () => ({ title: 'new' }) },
    { section: banner, change: (current) => current },
  ])
  expect(published.map(({ section: id }) => id)).toEqual(['news'])
})

test('two publications and saves of the same sections at the same time take turns', async () => {
  await Promise.all([
    publish(),
    store.update(banner, { author: 'ben', reason: 'Saved', change: () => ({ title: 'saved' }) }),
    publish(toNew.toReversed(), { id: 'r2', files: undefined, committingFile: undefined }),
  ])
  expect(titles()).toBe('new new new')
  expect((await store.history(banner)).map(({ reason }) => reason)).toContain('Saved')
})

test('a hand edit just before it is what the changes are made from', async () => {
  writeFileSync(pathOf('content/home/news.yaml'), 'title: by hand\n')
  const change = vi.fn(() => ({ title: 'new' }))
  await publish([{ section: news, change }])
  expect(change).toHaveBeenCalledWith({ title: 'by hand' })
  expect((await store.history(news)).map(({ author }) => author)).toEqual(['asha', 'by hand'])
})

test('a hand edit at the moment is in the history, and what was published stays', async () => {
  await publish(toNew, {
    files: {
      moves: () => [],
      onCommit: () => {
        writeFileSync(pathOf('content/home/news.yaml'), 'title: by hand\n')
      },
      apply: () => Promise.resolve(),
    },
  })
  expect(filesOnDisk()[0]).toBe('# news\ntitle: new\n')
  expect(titles()).toBe('new new new')
  const entries = await store.history(news)
  expect(entries.map(({ reason }) => reason)).toContain('File edited outside the admin during a save')
})

test('a process that is killed at any change of the disk: the next start has all of it or nothing', async () => {
  const outcomes = new Set<string>()
  for (let at = 1; ; at += 1) {
    let changes = 0
    beforeChanges(() => {
      changes += 1
      if (changes >= at) throw new Error('killed')
    })
    const isAcknowledged = await publish().then(
      () => records().length === 0,
      () => false,
    )
    // A killed process does not close its files: during this close, every change of the disk still fails.
    await storage.close()
    await store.close()
    removeHooks()
    await start()

    const isPublished = titles() === 'new new new'
    outcomes.add(titles())
    expect(isPublished || titles() === 'old old old').toBe(true)
    expect(isPublished || !isAcknowledged).toBe(true)
    expect(filesOnDisk().every((text) => text.endsWith(isPublished ? 'new\n' : 'old\n'))).toBe(true)
    expect(existsSync(pathOf(STAGED.to))).toBe(isPublished)
    expect(existsSync(pathOf(STAGED.from))).toBe(!isPublished)
    expect(existsSync(pathOf('data/releases/r1.json'))).toBe(isPublished)
    expect(existsSync(pathOf('data/drafts/news.json'))).toBe(isPublished)
    for (const of of SECTIONS) {
      const entries = await store.history(of)
      expect(entries.map(({ reason }) => reason)).toEqual(isPublished ? ['Release “Results”'] : [])
    }
    expect(records()).toEqual([])
    expect(health.problems()).toEqual([])
    await end()
    rmSync(folders.root, { recursive: true })
    await begin()
    if (changes < at) break
  }
  expect(outcomes).toEqual(new Set(['old old old', 'new new new']))
}, 120_000)

test('content that follows from a save, killed at any change of the disk: it goes with the save', async () => {
  const outcomes = new Set<string>()
  for (let at = 1; ; at += 1) {
    isFollowed = true
    await end()
    await start()
    let changes = 0
    beforeChanges(() => {
      changes += 1
      if (changes >= at) throw new Error('killed')
    })
    await store
      .update(news, { author: 'asha', reason: 'Saved', change: () => ({ title: 'new' }) })
      .catch(() => undefined)
    await storage.close()
    await store.close()
    removeHooks()
    await start()

    outcomes.add(titles())
    expect(await store.history(reports)).toHaveLength(titles() === 'old old old' ? 0 : 1)
    expect(filesOnDisk()[2]).toBe(`# reports\ntitle: ${titleOf(news)}\n`)
    expect(records()).toEqual([])
    await end()
    rmSync(folders.root, { recursive: true })
    await begin()
    if (changes < at) break
  }
  expect(outcomes).toEqual(new Set(['old old old', 'new old new']))
}, 120_000)

test('content that follows from a publication that changes it too: both changes are made', async () => {
  isFollowed = true
  await end()
  await start()
  const published = await publish([
    { section: reports, change: () => ({ title: 'own' }) },
    { section: news, change: () => ({ title: 'new' }) },
  ])
  expect(titles()).toBe('new old new')
  expect(published.map(({ section: id, version }) => [id, version])).toEqual(
    expect.arrayContaining([['reports', store.read(reports).version]]),
  )
  expect((await store.history(reports)).map(({ author }) => author)).toEqual(['asha'])
})

test('content that would follow but is not valid: logged, and the save is made', async () => {
  isFollowed = true
  await end()
  await start()
  const error = vi.spyOn(silentLog, 'error')
  await store.update(news, { author: 'asha', reason: 'Saved', change: () => ({ title: UNFIT }) })
  expect(titles()).toBe(`${UNFIT} old old`)
  expect(error).toHaveBeenCalledOnce()
})

test('an edit by hand while the process was down: what follows is saved after the start', async () => {
  isFollowed = true
  await store.update(news, { author: 'asha', reason: 'Saved', change: () => ({ title: 'saved' }) })
  await end()
  writeFileSync(pathOf(`content/${news.file}`), 'title: by hand\n')
  await start()
  await vi.waitFor(() => {
    expect(titles()).toBe('by hand old by hand')
  })
})

test.each([
  {
    what: 'a save that names a staged file',
    start: () => Promise.resolve(),
    change: () => store.update(news, { author: 'asha', reason: 'Saved', change: () => ({ title: NAMES_FILE }) }),
    isPublic: true,
  },
  {
    what: 'a publication that takes a file back',
    start: () => storage.move(STAGED.from, STAGED.to),
    change: () => publish([{ section: news, change: () => ({ title: 'undone' }) }], { files: toStaged }),
    isPublic: false,
  },
])(
  '$what, killed at any change of the disk: the file goes with the content',
  async ({ start: prepare, change, isPublic }) => {
    const outcomes = new Set<boolean>()
    for (let at = 1; ; at += 1) {
      await prepare()
      let changes = 0
      beforeChanges(() => {
        changes += 1
        if (changes >= at) throw new Error('killed')
      })
      await change().catch(() => undefined)
      await storage.close()
      await store.close()
      removeHooks()
      await start()

      const isChanged = titleOf(news) !== 'old'
      outcomes.add(isChanged)
      expect(existsSync(pathOf(STAGED.to))).toBe(isChanged === isPublic)
      expect(existsSync(pathOf(STAGED.from))).toBe(isChanged !== isPublic)
      expect(await store.history(news)).toHaveLength(isChanged ? 1 : 0)
      expect(records()).toEqual([])
      await end()
      rmSync(folders.root, { recursive: true })
      await begin()
      if (changes < at) break
    }
    expect(outcomes).toEqual(new Set([false, true]))
  },
  120_000,
)

test('a save that names a staged file, and that is refused: the file stays where it is', async () => {
  const { version } = store.read(news)
  await store.update(news, { author: 'ben', reason: 'Saved', change: () => ({ title: 'theirs' }) })
  const move = vi.spyOn(storage, 'move')
  const save = { author: 'asha', reason: 'Saved', change: () => ({ title: NAMES_FILE }) }
  await expect(store.update(news, { ...save, expectedVersion: version })).rejects.toThrow(VersionConflict)
  hooks.fsync = () => {
    throw systemError('EIO', 'fsync')
  }
  await expect(store.update(news, save)).rejects.toThrow(StorageError)
  removeHooks()
  expect(move).not.toHaveBeenCalled()
  expect(titleOf(news)).toBe('theirs')
})

test('a disk that fails at any fsync: nothing before the moment, all after it, and repaired later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (let at = 1; ; at += 1) {
    let calls = 0
    hooks.fsync = () => {
      calls += 1
      if (calls >= at) throw systemError('EIO', 'fsync')
    }
    const isPublished = await publish().then(
      () => true,
      () => false,
    )
    expect(titles()).toBe(isPublished ? 'new new new' : 'old old old')
    const hasFailed = calls >= at
    if (isPublished) expect(health.problems().some(({ id }) => id === 'publication-unfinished')).toBe(hasFailed)
    if (hasFailed) {
      const save = store.update(news, { author: 'ben', reason: 'Saved', change: () => ({ title: 'lost' }) })
      if (isPublished) await expect(save).rejects.toThrow()
      else await save.catch(() => undefined)
    }

    removeHooks()
    await vi.advanceTimersByTimeAsync(5_000)
    await store.update(news, { author: 'ben', reason: 'Saved', change: () => ({ title: 'saved' }) })

    expect(titles()).toBe(isPublished ? 'saved new new' : 'saved old old')
    expect(
      filesOnDisk()
        .slice(1)
        .every((text) => text.endsWith(isPublished ? 'new\n' : 'old\n')),
    ).toBe(true)
    expect(existsSync(pathOf(STAGED.to))).toBe(isPublished)
    expect(records()).toEqual([])
    expect(health.problems()).toEqual([])
    await end()
    rmSync(folders.root, { recursive: true })
    await begin()
    if (!hasFailed) break
  }
}, 120_000)

test('a start on a disk that refuses shows what was published, and writes it once the disk takes it', async () => {
  let isKilled = false
  beforeChanges(() => {
    if (isKilled) throw new Error('killed')
  })
  await publish(toNew, {
    files: {
      moves: () => [STAGED],
      onCommit: () => {
        isKilled = true
      },
      apply: () => Promise.reject(new Error('killed')),
    },
  })
  await storage.close()
  await store.close()
  removeHooks()
  hooks.fsync = () => {
    throw systemError('EIO', 'fsync')
  }

  await start()
  expect(titles()).toBe('new new new')
  expect(health.problems().map(({ id }) => id)).toContain('publication-unfinished')

  removeHooks()
  await store.update(news, { author: 'ben', reason: 'Saved', change: () => ({ title: 'saved' }) })
  expect(titles()).toBe('saved new new')
  expect(filesOnDisk().map((text) => text.split('title: ')[1])).toEqual(['saved\n', 'new\n', 'new\n'])
  expect(existsSync(pathOf(STAGED.to))).toBe(true)
  expect(records()).toEqual([])
})

/** Publishes until the commit, and is killed then. Returns the name and the text of the record. */
async function killedAfterCommit() {
  let isKilled = false
  beforeChanges(() => {
    if (isKilled) throw new Error('killed')
  })
  await publish(toNew, { files: { ...toUploads, onCommit: () => void (isKilled = true) } })
  await storage.close()
  await store.close()
  removeHooks()
  const [name = ''] = records()
  return { name: `data/publishing/${name}`, text: readFileSync(pathOf(`data/publishing/${name}`), 'utf8') }
}

test('a record whose commit is not there, or has been replaced since: it has no effect, and is removed', async () => {
  await killedAfterCommit()
  writeFileSync(pathOf('data/releases/r1.json'), 'undone')
  await start()
  expect(titles()).toBe('old old old')
  expect(filesOnDisk().every((text) => text.endsWith('old\n'))).toBe(true)
  expect([existsSync(pathOf(STAGED.from)), existsSync(pathOf(STAGED.to))]).toEqual([true, false])
  expect(await store.history(news)).toEqual([])
  expect(records()).toEqual([])

  // A record that comes late, to a start that has nothing else of the publication.
  await end()
  const { name, text } = await startAnd(killedAfterCommit)
  rmSync(pathOf('data/releases/r1.json'))
  writeFileSync(pathOf(name), text)
  await start()
  expect(titles()).toBe('old old old')
  expect(records()).toEqual([])
  expect(health.problems()).toEqual([])
})

test('a commit whose record comes late: the publication counts as soon as both are there', async () => {
  const { name, text } = await killedAfterCommit()
  rmSync(pathOf(name))
  await start()
  expect(titles()).toBe('old old old')
  await end()
  writeFileSync(pathOf(name), text)
  await start()
  expect(titles()).toBe('new new new')
  expect(filesOnDisk().every((file) => file.endsWith('new\n'))).toBe(true)
  expect(records()).toEqual([])
})

test('a commit that cannot be read: it is said, and the record stays for the next start', async () => {
  const { name } = await killedAfterCommit()
  rmSync(pathOf('data/releases/r1.json'))
  mkdirSync(pathOf('data/releases/r1.json'))
  await start()
  expect(titles()).toBe('old old old')
  expect(health.problems()).toMatchObject([{ id: 'publication-damaged' }])
  expect(health.problems()[0]?.message).toContain('data/releases/r1.json')
  expect(records()).toEqual([path.basename(name)])
})

test('a file that commits it and has changed: nothing is published, and no record stays', async () => {
  writeFileSync(pathOf('data/releases/r1.json'), 'scheduled')
  const expected = { name: 'data/releases/r1.json', text: 'published', ifVersion: versionOf('scheduled') }
  writeFileSync(pathOf('data/releases/r1.json'), 'undone')
  await expect(publish(toNew, { committingFile: () => expected })).rejects.toBeInstanceOf(PreconditionFailed)
  expect(titles()).toBe('old old old')
  expect(records()).toEqual([])
  expect(readFileSync(pathOf('data/releases/r1.json'), 'utf8')).toBe('undone')
})

test('a damaged record is named, and the site starts', async () => {
  await end()
  mkdirSync(pathOf('data/publishing'), { recursive: true })
  writeFileSync(pathOf('data/publishing/r9.json'), '{"format":1')
  await start()
  expect(titles()).toBe('old old old')
  expect(health.problems()).toMatchObject([{ id: 'publication-damaged' }])
  expect(health.problems()[0]?.message).toContain('data/publishing/r9.json')
})
