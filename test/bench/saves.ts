import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { AdminClient } from './admin-client.ts'
import type { BenchSite } from './bench-site.ts'
import { percentile, timed } from './statistics.ts'

/** Saves that the very next request shows, how long a durable save takes, and what the disk itself needs for one. */
export async function measureSaves(site: BenchSite, count: number) {
  const host = await site.start()
  const times: number[] = []
  const firstViews: number[] = []
  let visible = 0
  try {
    const admin = new AdminClient(host.origin, await site.token(host.origin))
    for (let edition = 1; edition <= count; edition += 1) {
      times.push(await timed(() => admin.save(edition)))
      firstViews.push(await timed(async () => (visible += (await admin.shown()) === edition ? 1 : 0)))
    }
  } finally {
    await host.stop()
  }
  return {
    saves: count,
    visible,
    save: percentile(times, 50),
    firstView: percentile(firstViews, 50),
    disk: await bareWrites(site.contentDir, Math.min(count, 200)),
  }
}

/** Writes a file of a section's size as durably as a file can be: fsync, rename, fsync of the folder. Median, milliseconds. */
async function bareWrites(besides: string, count: number) {
  const folder = await mkdtemp(path.join(besides, '.bare-'))
  const text = Buffer.alloc(1_000, 'x')
  const write = async () => {
    const file = await open(path.join(folder, 'next'), 'w')
    await file.write(text)
    await file.sync()
    await file.close()
    await rename(path.join(folder, 'next'), path.join(folder, 'kept'))
    const parent = await open(folder)
    await parent.sync()
    await parent.close()
  }
  const times: number[] = []
  for (let at = 0; at < count; at += 1) times.push(await timed(write))
  await rm(folder, { recursive: true })
  return percentile(times, 50)
}
