import { existsSync, readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesBelow } from './check-files.ts'
import { Client, failedPages, publicPages, Refused } from './client.ts'
import { apply, damage, type Damage } from './damage.ts'
import { makeSite, until, type Host, type Site } from './site.ts'
import { makeWriters } from './writes.ts'

/** `npm run test:damage` sets 100 of each. RELIABILITY_SEED repeats the damages of a run. */
const DAMAGES = Number(process.env['DAMAGES'] ?? 4)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** Files that are damaged together before a start. */
const PER_START = 5

const FOLDERS = ['content', 'data', 'uploads'] as const

/** A site that the tests share. Each test undoes its damages. */
let used: Awaited<ReturnType<typeof siteInUse>>
beforeAll(async () => {
  used = await siteInUse()
}, 300_000)
afterAll(() => used.remove())

test(
  `${DAMAGES} damages while the host runs, seed ${SEED}: every page is served, and the dashboard names a content file that is lost`,
  { timeout: 60_000 + DAMAGES * 20_000, retry: 0 },
  async () => {
    const { site, pages, undo, titleOf } = used
    const host = await site.start()
    try {
      const client = new Client(host)
      await client.signIn()
      for (const [at, one] of fc.sample(damage, { numRuns: DAMAGES, seed: SEED }).entries()) {
        const { file, isFatal } = damageOne(site, one, FOLDERS[at % FOLDERS.length])
        const what = `${one.kind}: ${path.relative(site.folder, file)}`
        if (isFatal && isContent(file)) await named(client, file, titleOf(file))
        expect(await failedPages(client, pages), what).toEqual([])
        expect([200, 302, 303, 503], what).toContain(await client.status('/admin', client.cookie))
        expect(host.process.exitCode, `${what}\n${host.output()}`).toBeNull()
        await undo(file)
        // Before the host has read the file again, it may not notice the next damage.
        if (isContent(file))
          await until(
            () => isQuiet(client, file),
            () => `${what}: reported still`,
          )
        if (!(await client.isSignedIn(client.cookie))) await client.signIn()
      }
      expect(await host.stop()).toBe(0)
    } finally {
      await host.kill()
    }
  },
)

test(
  `${DAMAGES} damages before a start, seed ${SEED}: every page is served, or says that its only content is gone`,
  { timeout: 60_000 + DAMAGES * 20_000, retry: 0 },
  async () => {
    const { site, pages, undo, titleOf } = used
    let host: Host | undefined
    try {
      const all = fc.sample(fc.tuple(damage, fc.nat(3)), { numRuns: DAMAGES, seed: SEED + 1 })
      for (let start = 0; start < all.length; start += PER_START) {
        const lost: string[] = []
        const touched: string[] = []
        let hasOnlyContentLost = false
        for (const [at, [one, chance]] of all.slice(start, start + PER_START).entries()) {
          const { file, isFatal } = damageOne(site, one, FOLDERS[at % FOLDERS.length])
          touched.push(file)
          if (!isFatal || !isContent(file)) continue
          lost.push(file)
          if (chance > 0) continue
          // Remove its last good copy as well.
          hasOnlyContentLost = true
          await rm(path.join(site.dataDir, 'last-good'), { recursive: true, force: true })
          touched.push(path.join(site.dataDir, 'last-good'))
        }
        const what = `start ${start / PER_START}: ${touched.map((file) => path.relative(site.folder, file)).join(', ')}`
        host = await site.start()
        const client = new Client(host)
        const failed = await failedPages(client, pages)
        if (hasOnlyContentLost)
          expect(
            failed.filter((page) => !page.startsWith('503 designed')),
            what,
          ).toEqual([])
        else expect(failed, what).toEqual([])
        if (await canSignIn(client)) for (const file of lost) await named(client, file, titleOf(file))
        else expect(await client.text('/readyz'), what).toMatch(/^ready\n\S/)
        expect(await host.stop(), `${what}\n${host.output()}`).toBe(0)
        for (const file of touched) await undo(file)
      }
    } finally {
      await host?.kill()
    }
  },
)

/** A site that has run: with a history, messages, sessions and uploads. `undo` restores one of its files or folders. */
async function siteInUse() {
  const site = await makeSite({ hasFewGrades: true })
  const host = await site.start()
  const client = new Client(host)
  await client.signIn()
  for (const writer of makeWriters(SEED)) {
    await writer.write(client)
    await writer.write(client)
  }
  const pages = await publicPages(client)
  await host.stop()
  const copy = `${site.folder}-copy`
  await cp(site.folder, copy, { recursive: true })
  const undo = async (file: string) => {
    await rm(file, { recursive: true, force: true })
    await rm(`${file}.old`, { force: true })
    const original = path.join(copy, path.relative(site.folder, file))
    // A host has created the file since.
    if (!existsSync(original)) return
    await cp(original, file, { recursive: true, preserveTimestamps: true })
  }
  const remove = async () => {
    await rm(copy, { recursive: true })
    await site.remove()
  }
  /** The title that a content file had before it was damaged. */
  const titleOf = (file: string) =>
    /^title: (.+)$/m.exec(readFileSync(path.join(copy, path.relative(site.folder, file)), 'utf8'))?.[1]
  return { site, pages, undo, titleOf, remove }
}

function damageOne(site: Site, one: Damage, folder: (typeof FOLDERS)[number] = 'content') {
  const root = path.join(site.folder, folder)
  // The process holds the lock, whose own tests cover a host that loses it.
  const files = filesBelow(root)
    .filter((file) => !/owner\.lock$|README\.md$|\/variants\//.test(file))
    .sort()
  const file = files[one.file % files.length]
  if (file === undefined) throw new Error(`There is no file in ${folder}`)
  return { file, ...apply(one, file) }
}

function isContent(file: string) {
  return file.includes('/content/')
}

/** Waits until the dashboard names a file, or its entry by the title: it lists several files of one collection so. */
async function named(client: Client, file: string, title: string | undefined) {
  const name = path.basename(file)
  await until(
    async () => {
      const shown = await dashboard(client)
      return shown.includes(name) || (title !== undefined && shown.includes(title))
    },
    () => `The dashboard does not name ${name}; it ${existsSync(file) ? 'is there' : 'is missing'}`,
  )
}

async function isQuiet(client: Client, file: string) {
  return !(await dashboard(client)).includes(path.basename(file))
}

async function dashboard(client: Client) {
  return (await client.fetch('/admin')).text()
}

async function canSignIn(client: Client) {
  try {
    await client.signIn()
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 503) return false
    throw error
  }
}
