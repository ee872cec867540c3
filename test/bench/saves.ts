import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { openDiskStorage } from '#app/storage/disk-storage.server.ts'
import { openContentStore } from '#app/content/store/store.server.ts'
import { newsSection } from '#app/sections/news-section/news-section.ts'
import { sections } from '#app/sections/definitions.ts'
import { summariseEdit } from '#app/sections/summarise-edit.ts'
import { AdminClient } from './admin-client.ts'
import { askFor } from './answers.ts'
import type { BenchSite } from './bench-site.ts'
import { percentile, timed } from './statistics.ts'

const VISITORS = 100

/** Saves over HTTP that the very next request shows, and how long both take. */
export async function measureSaves(site: BenchSite, count: number) {
  const host = await site.start()
  const times: number[] = []
  const firstViews: number[] = []
  const crowds: number[] = []
  let visible = 0
  try {
    const admin = new AdminClient(host.origin, await site.token(host.origin))
    for (let edition = 1; edition <= count; edition += 1) {
      times.push(await timed(() => admin.save(edition)))
      firstViews.push(await timed(async () => (visible += (await admin.shown()) === edition ? 1 : 0)))
      if (edition % 20 === 0) {
        await admin.save(edition)
        const crowd = () => Promise.all(Array.from({ length: VISITORS }, () => askFor(host.origin)))
        crowds.push(await timed(crowd))
      }
    }
  } finally {
    await host.stop()
  }
  return {
    saves: count,
    visible,
    save: percentile(times, 50),
    firstView: percentile(firstViews, 50),
    crowd: percentile(crowds, 50),
    kept: await bareAnswers(site),
  }
}

/** The same crowd where nothing is to be rendered. */
async function bareAnswers(site: BenchSite) {
  const host = await site.start()
  const crowds: number[] = []
  try {
    for (let round = 0; round < 10; round += 1) {
      crowds.push(await timed(() => Promise.all(Array.from({ length: VISITORS }, () => askFor(host.origin)))))
    }
  } finally {
    await host.stop()
  }
  return percentile(crowds, 50)
}

/**
 * A save by the store itself (checked, its predecessor kept, all of it on disk), by turns with what the disk needs for one
 * write that lasts. Medians, milliseconds.
 */
export async function measureStore(site: BenchSite, count: number) {
  const { contentDir } = site
  const dataDir = await mkdtemp(path.join(path.dirname(contentDir), 'store-'))
  const log = pino({ level: 'silent' })
  const health = { report: log.error.bind(log), clear: log.info.bind(log) }
  const storage = openDiskStorage({ contentDir, uploadsDir: path.join(dataDir, 'uploads'), dataDir, log, health })
  const store = openContentStore({ storage, sections, summarise: summariseEdit, log, health })
  const bareFolder = await mkdtemp(path.join(contentDir, '.bare-'))
  const saves: number[] = []
  const writes: number[] = []
  try {
    for (let edition = 0; edition < count; edition += 1) {
      const change = (news: (typeof newsSection)['schema']['_output']) => ({ ...news, title: `Edition ${edition}` })
      const edit = { author: 'admin', reason: 'Measured', change }
      saves.push(await timed(() => store.update(newsSection, edit)))
      writes.push(await timed(() => writeBarely(bareFolder)))
    }
  } finally {
    await store.close()
    await storage.close()
    await rm(bareFolder, { recursive: true })
    await rm(dataDir, { recursive: true })
  }
  return { save: percentile(saves, 50), disk: percentile(writes, 50) }
}

/** Writes a file of a section's size as durably as a file can be: fsync, rename, fsync of the folder. */
async function writeBarely(folder: string) {
  const file = await open(path.join(folder, 'next'), 'w')
  await file.write(BARE_TEXT)
  await file.sync()
  await file.close()
  await rename(path.join(folder, 'next'), path.join(folder, 'kept'))
  const parent = await open(folder)
  await parent.sync()
  await parent.close()
}

const BARE_TEXT = Buffer.alloc(1_000, 'x')
