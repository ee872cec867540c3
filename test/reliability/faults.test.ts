import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canRun, STRACE } from '../../scripts/system-program.mjs'
import { withOneGradeOfEachProduct } from '../e2e/sitemap-paths.ts'
import { findDamage, SECTIONS, temporaryFiles } from './check-files.ts'
import { Client, failedPages, publicPages, Refused, startVisitor } from './client.ts'
import { openExt4Disk } from './ext4-disk.ts'
import { makeSite, until, type Host } from './site.ts'
import { findLost, makeWriters, passwordWriter, pictureOf, sessionWriter } from './writes.ts'
import type { Writer } from './writer.ts'

/** `npm run test:faults` sets 300. RELIABILITY_SEED repeats the faults of a run. */
const FAULTS = Number(process.env['FAULTS'] ?? 3)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** System calls of the write path, with their names on common processors, and how a disk makes them fail. */
const CALLS: Record<string, readonly string[]> = {
  '?open,openat': ['EMFILE', 'EIO'],
  'fsync,fdatasync': ['EIO', 'ENOSPC'],
  '?rename,?renameat,renameat2': ['EIO', 'ENOSPC', 'EROFS', 'EXDEV'],
  '?link,linkat': ['EIO', 'ENOSPC', 'EROFS'],
  '?unlink,unlinkat': ['EIO', 'EROFS'],
  '?mkdir,mkdirat': ['ENOSPC', 'EROFS'],
  'ftruncate,pwrite64': ['EIO', 'ENOSPC'],
}

/** A failing call: only the `nth` of its kind, or with `isLasting` every one from it on until the fault ends. */
const fault = fc
  .constantFrom(...Object.entries(CALLS).flatMap(([calls, errors]) => errors.map((error) => ({ calls, error }))))
  .chain(({ calls, error }) =>
    fc.record({
      calls: fc.constant(calls),
      error: fc.constant(error),
      nth: fc.integer({ min: 1, max: 4 }),
      isLasting: fc.boolean(),
      kind: fc.nat(),
    }),
  )

/** Time for strace to detach from the host. */
const DETACH_MS = 10_000

test.runIf(canRun(STRACE))(
  `${FAULTS} failing system calls, seed ${SEED}: pages are served, what is refused says why, nothing is accepted after a failed fsync until a probe succeeds, and nothing acknowledged is lost`,
  { timeout: 60_000 + FAULTS * 30_000, retry: 0 },
  async () => {
    const site = await makeSite({ hasFewGrades: true })
    // One thread for the file system, because strace counts the calls of each thread separately.
    let host = await site.start({ UV_THREADPOOL_SIZE: '1' })
    try {
      const client = new Client(host)
      const password = passwordWriter()
      const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
      expect(await findLost(client, writers)).toEqual([])
      const pages = withOneGradeOfEachProduct(await publicPages(client))

      // A save fails when its folder is synced. Messages are stored in a folder that works, and are refused as well.
      const saveThenMessage = writers.filter(({ name }) => /^(?:section by the API|messages)$/.test(name))
      const oneFolder = await inject(host, 'fsync:error=EIO', path.join(site.contentDir, 'home'))
      try {
        for (const writer of saveThenMessage) expect(await refusal(writer, client), writer.name).toBe(503)
      } finally {
        await oneFolder.end()
      }
      for (const writer of saveThenMessage.toReversed()) await recovered(writer, client, 'after a failed fsync')

      let refused = 0
      for (const [at, chosen] of fc.sample(fault, { numRuns: FAULTS, seed: SEED }).entries()) {
        const { calls, error, nth, isLasting, kind } = chosen
        // A change of the password would end the sessions of another writer.
        const writer = writers[1 + (kind % (writers.length - 1))] ?? password
        const what = `${writer.name}: ${error} of ${calls}, ${isLasting ? 'from' : 'only'} the ${nth}. on`
        // Start the decoder process before strace, which would delay a new one.
        if (/images|PDFs/.test(writer.name)) await client.upload(await pictureOf(SEED + 2, at))
        const injected = await inject(host, `${calls}:error=${error}:when=${nth}${isLasting ? '+' : ''}`)
        try {
          for (let round = 0; round < 2; round += 1) refused += await writeOrBeRefused(writer, client, what)
          expect(await failedPages(client, pages), what).toEqual([])
        } finally {
          await injected.end()
        }
        expect(host.process.exitCode, `${what}\n${host.output()}`).toBeNull()
        await recovered(writer, client, what)
        expect(await findLost(client, [writer]), what).toEqual([])
      }
      console.info(`refused: ${refused} of ${2 * FAULTS}`)
      await host.stop()
      host = await site.start()
      expect(await findLost(new Client(host), writers), 'after a start').toEqual([])
      await until(
        () => temporaryFiles(site).length === 0,
        () => `Left: ${temporaryFiles(site).join('\n')}`,
      )
      expect(await host.stop()).toBe(0)
      expect(findDamage(site, SECTIONS)).toEqual([])
    } finally {
      await host.kill()
      await site.remove()
    }
  },
)

const disk = openExt4Disk()
if (!disk) console.info('Faults of a disk are not tested: they need root, loop devices, mkfs.ext4 and perl')

/** A user without rights, because permissions do not restrict root. */
const NOBODY = 65_534

test.runIf(disk)(
  'a disk that is full, stops each write after a byte, may not be used, is read-only, then fails: no request of a visitor who asks all the time fails, writes are refused with the reason and go on after it',
  { timeout: 300_000, retry: 0 },
  async () => {
    if (!disk) return
    const user = mayReadBuild(NOBODY) ? NOBODY : undefined
    const site = await makeSite({ hasFewGrades: true, folder: path.join(disk.folder, 'site'), user })
    let host = await site.start()
    let client = new Client(host)
    const pages = withOneGradeOfEachProduct(await publicPages(client))
    let visitor = startVisitor(client, pages)
    try {
      const password = passwordWriter()
      const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
      expect(await findLost(client, writers)).toEqual([])
      const refuseAll = async (what: string, statuses: readonly number[]) => {
        for (const writer of writers.slice(1)) {
          expect(statuses, `${what}: ${writer.name}`).toContain(await refusal(writer, client))
        }
        expect(await failedPages(client, pages), what).toEqual([])
        expect(visitor.failed, what).toEqual([])
      }
      const goOn = async (what: string) => {
        for (const writer of writers.slice(1)) await recovered(writer, client, `after ${what}`)
        expect(await findLost(client, writers), `after ${what}`).toEqual([])
      }

      const ballast = path.join(disk.folder, 'ballast')
      fill(ballast)
      await refuseAll('a full disk', [303, 507])
      expect(await client.status('/admin', client.cookie)).toBe(200)
      rmSync(ballast)
      await goOn('a full disk')

      limitFileSize(host, '1', user)
      await refuseAll('a limit on the size of files', [303, 503])
      limitFileSize(host, 'unlimited', user)
      await goOn('a limit on the size of files')

      if (user !== undefined) {
        chmodSync(site.dataDir, 0)
        await refuseAll('data/ without permissions', [302, 303, 503])
        chmodSync(site.dataDir, 0o700)
        await goOn('data/ without permissions')
      }

      // A remount fails while a file is open for writing.
      await until(
        () => disk.remount('ro'),
        () => 'The disk could not be made read-only',
      )
      await refuseAll('a read-only disk', [303, 503])
      expect(await client.status('/admin', client.cookie)).toBe(200)
      await visitor.end()
      await host.stop()
      host = await site.start()
      client = new Client(host)
      expect(await failedPages(client, pages), 'after a start on a read-only disk').toEqual([])
      visitor = startVisitor(client, pages)
      disk.remount('rw')
      await until(
        async () => (await findLostOrFail(client, writers)) === '',
        () => 'The site did not recover after it was read-only',
      )
      await goOn('a read-only disk')

      disk.cut()
      await refuseAll('a disk that fails', [302, 303, 503])
      expect(host.process.exitCode, host.output()).toBeNull()
      await visitor.end()
      await host.stop()
      disk.mountAgain()
      host = await site.start()
      client = new Client(host)
      expect(await findLost(client, writers), 'after the disk has failed').toEqual([])
      expect(await host.stop()).toBe(0)
      expect(findDamage(site, SECTIONS)).toEqual([])
    } finally {
      await visitor.end()
      await host.kill()
      disk.remove()
    }
  },
)

/** Makes system calls of a running host fail until `end` is called; only those on `file` if it is given. */
async function inject(host: Host, expression: string, file?: string) {
  const only = file === undefined ? [] : ['-P', file]
  const strace = spawn(
    'strace',
    ['-f', '-p', String(host.pid), '-o', '/dev/null', '-e', `inject=${expression}`, ...only],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  strace.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  await until(
    () => output.includes('attached') || strace.exitCode !== null,
    () => `strace did not attach: ${output}`,
  )
  if (strace.exitCode !== null) throw new Error(`strace: ${output}`)
  return {
    end: async () => {
      const closed = once(strace, 'close')
      strace.kill('SIGINT')
      // strace never ends if a process of the host ends while strace detaches from it.
      const timer = setTimeout(() => strace.kill('SIGKILL'), DETACH_MS)
      await closed
      clearTimeout(timer)
    },
  }
}

/** Makes a write that may be refused, but only with a reason. Resolves with the number of refusals, 0 or 1. */
async function writeOrBeRefused(writer: Writer, client: Client, what: string): Promise<number> {
  const status = await refusal(writer, client).catch((error: unknown) => {
    throw new Error(what, { cause: error })
  })
  if (status === undefined) return 0
  expect([303, 503, 507], what).toContain(status)
  return 1
}

/** The status of a refused write, 303 for a message on the next page; undefined if it was acknowledged. */
async function refusal(writer: Writer, client: Client): Promise<number | undefined> {
  try {
    await writer.write(client)
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The pages of the administrator area show the reason, not the text for an error of the program.
    expect(
      /Unexpected Application Error|"unexpected"/.test(error.text),
      `${error.status}: the reason is not shown`,
    ).toBe(false)
    return error.status
  }
}

/** Waits until a write is acknowledged again. */
async function recovered(writer: Writer, client: Client, what: string) {
  await until(
    async () => (await refusal(writer, client)) === undefined,
    () => `${writer.name}: refused still, ${what}`,
  )
}

async function findLostOrFail(client: Client, writers: readonly Writer[]) {
  try {
    return (await findLost(client, writers)).join('\n')
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

/** Limits the size of files of a running host: a write reaches the limit, and the next one fails with EFBIG. */
function limitFileSize({ pid }: Host, bytes: string, user: number | undefined) {
  // As the user of the host: limits of another user need CAP_SYS_RESOURCE, which containers lack.
  const identity = user === undefined ? {} : { uid: user, gid: user }
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], identity)
}

function mayReadBuild(user: number) {
  const read = "require('node:fs').readFileSync('build/host/main.js')"
  return spawnSync(process.execPath, ['-e', read], { uid: user, gid: user }).status === 0
}

/** Fills the free space of a disk. */
function fill(file: string) {
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
