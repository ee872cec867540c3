import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDamage, SECTIONS, temporaryFiles } from './check-files.ts'
import { Client, failedPages, publicPages, Refused, startVisitor } from './client.ts'
import { openDisk } from './disk.ts'
import { makeSite, until, type Host } from './site.ts'
import { findLost, makeWriters, passwordWriter, sessionWriter, type Writer } from './writes.ts'

/** `npm run test:faults` asks for 300. RELIABILITY_SEED repeats the faults of a run. */
const FAULTS = Number(process.env['FAULTS'] ?? 3)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** System calls of the write path, by the names they have on the usual processors, and how a disk makes them fail. */
const CALLS: Record<string, readonly string[]> = {
  '?open,openat': ['EMFILE', 'EIO'],
  'fsync,fdatasync': ['EIO', 'ENOSPC'],
  '?rename,?renameat,renameat2': ['EIO', 'ENOSPC', 'EROFS', 'EXDEV'],
  '?link,linkat': ['EIO', 'ENOSPC', 'EROFS'],
  '?unlink,unlinkat': ['EIO', 'EROFS'],
  '?mkdir,mkdirat': ['ENOSPC', 'EROFS'],
  'ftruncate,pwrite64': ['EIO', 'ENOSPC'],
}

/** A failing call: one, the `nth` of its kind, or with `isLasting` every one from there on until the fault ends. */
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

const hasStrace = spawnSync('strace', ['-V']).status === 0
if (!hasStrace)
  console.info('Faults of system calls are not tested: strace is missing. Install it: apt-get install strace')

test.runIf(hasStrace)(
  `${FAULTS} failing system calls, seed ${SEED}: pages are served, what is refused says why, and nothing acknowledged is lost`,
  { timeout: 60_000 + FAULTS * 30_000, retry: 0 },
  async () => {
    const site = await makeSite()
    // One thread for the file system: strace counts the calls of each thread apart.
    let host = await site.start({ UV_THREADPOOL_SIZE: '1' })
    try {
      const client = new Client(host)
      const password = passwordWriter()
      const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
      expect(await findLost(client, writers)).toEqual([])
      const pages = await publicPages(client)
      let refused = 0
      for (const { calls, error, nth, isLasting, kind } of fc.sample(fault, { numRuns: FAULTS, seed: SEED })) {
        // A change of the password would end the sessions that another writer has made.
        const writer = writers[1 + (kind % (writers.length - 1))] ?? password
        const what = `${writer.name}: ${error} of ${calls}, ${isLasting ? 'from' : 'only'} the ${nth}. on`
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

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0 && canMountMemory()
if (!canMount) console.info('A full and a read-only disk are not tested: mounting a file system needs root')

test.runIf(canMount)(
  'a disk that is full, then stops each write after a byte, then is read-only: pages are served, writes of every kind are refused with the reason, and go on after it',
  { timeout: 240_000, retry: 0 },
  async () => {
    const folder = mountMemory()
    const site = await makeSite({ folder })
    let host = await site.start()
    try {
      let client = new Client(host)
      const password = passwordWriter()
      const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
      expect(await findLost(client, writers)).toEqual([])
      const pages = await publicPages(client)
      const refuseAll = async (statuses: readonly number[]) => {
        for (const writer of writers.slice(1)) {
          const status = await refusal(writer, client)
          expect([303, ...statuses], writer.name).toContain(status)
        }
        expect(await failedPages(client, pages)).toEqual([])
        expect(await client.status('/admin', client.cookie)).toBe(200)
      }

      const ballast = path.join(folder, 'ballast')
      fill(ballast)
      await refuseAll([507])
      rmSync(ballast)
      for (const writer of writers.slice(1)) await recovered(writer, client, 'after a full disk')

      limitFileSize(host, '1')
      await refuseAll([503])
      limitFileSize(host, 'unlimited')
      for (const writer of writers.slice(1)) await recovered(writer, client, 'after a limit on the size of files')

      // Not possible while a file is open for writing.
      await until(
        () => spawnSync('mount', ['-o', 'remount,ro', folder]).status === 0,
        () => 'The disk could not be made read-only',
      )
      await refuseAll([503])
      await host.stop()
      host = await site.start()
      client = new Client(host)
      expect(await failedPages(client, pages), 'after a start on a read-only disk').toEqual([])
      mount('-o', 'remount,rw', folder)
      await until(
        async () => (await findLostOrFail(client, writers)) === '',
        () => 'The site did not recover after it was read-only',
      )
      for (const writer of writers.slice(1)) await recovered(writer, client, 'after a read-only disk')
      expect(await findLost(client, writers)).toEqual([])
    } finally {
      await host.kill()
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    }
  },
)

const dataDisk = openDisk()
if (!dataDisk) console.info('Faults of data/ are not tested: they need root, loop devices, mkfs.ext4 and perl')

/** A user without rights: the superuser may read and write whatever the permissions say. */
const NOBODY = 65_534

test.runIf(dataDisk)(
  'data/ is read-only, full, without permissions, then fails: no request of a visitor who asks for pages all the time fails',
  { timeout: 240_000, retry: 0 },
  async () => {
    if (!dataDisk) return
    const user = mayReadBuild(NOBODY) ? NOBODY : undefined
    const site = await makeSite({ dataDir: dataDisk.folder, user })
    let host = await site.start()
    let client = new Client(host)
    const visitor = startVisitor(client, await publicPages(client))
    try {
      const password = passwordWriter()
      const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
      expect(await findLost(client, writers)).toEqual([])
      /** What belongs to content/ and uploads/ alone may be accepted. */
      const tryAll = async (what: string) => {
        let refused = 0
        for (const writer of writers.slice(1)) refused += await writeOrBeRefused(writer, client, what)
        expect(refused, what).toBeGreaterThan(0)
        await visitor.roundTrip()
      }
      const meet = async (what: string, begin: () => unknown, end: () => void) => {
        await begin()
        await tryAll(what)
        end()
        for (const writer of writers.slice(1)) await recovered(writer, client, `after ${what}`)
        expect(await findLost(client, writers), what).toEqual([])
      }

      const readOnly = () =>
        until(
          () => dataDisk.remount('ro'),
          () => 'The disk could not be made read-only',
        )
      await meet('a read-only disk', readOnly, () => dataDisk.remount('rw'))

      const ballast = path.join(site.dataDir, 'ballast')
      const fillAll = () => {
        fill(ballast)
      }
      await meet('a full disk', fillAll, () => {
        rmSync(ballast)
      })

      const permit = (mode: number) => () => {
        chmodSync(site.dataDir, mode)
      }
      if (user !== undefined) await meet('a folder without permissions', permit(0), permit(0o700))

      dataDisk.cut()
      await tryAll('a disk that fails')
      expect(host.process.exitCode, host.output()).toBeNull()
      await visitor.end()
      await host.stop()
      dataDisk.mountAgain()
      host = await site.start()
      client = new Client(host)
      expect(await findLost(client, writers), 'after a start').toEqual([])
      console.info(`${visitor.requests()} requests of a visitor`)
    } finally {
      await visitor.end()
      await host.kill()
      dataDisk.remove()
      await site.remove()
    }
  },
)

/** Lets system calls of a running host fail until `end` is called. */
async function inject(host: Host, expression: string) {
  const strace = spawn('strace', ['-f', '-p', String(host.pid), '-o', '/dev/null', '-e', `inject=${expression}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
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
      await closed
    },
  }
}

/** Makes a write that may be refused, but then with its reason. Returns how many were refused. */
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
    // The pages of the administrator area show the reason, not the words for a fault of the program.
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

function mountMemory() {
  const folder = mkdtempSync(path.join(tmpdir(), 'reliability-disk-'))
  mount('-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder)
  return folder
}

function canMountMemory() {
  try {
    const folder = mountMemory()
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
}

/** Files of a running host may grow to so many bytes: a write gets that far, the next one fails with EFBIG. */
function limitFileSize({ pid }: Host, bytes: string) {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
}

function mayReadBuild(user: number) {
  const read = "require('node:fs').readFileSync('build/host/main.js')"
  return spawnSync(process.execPath, ['-e', read], { uid: user, gid: user }).status === 0
}

function mount(...args: string[]) {
  execFileSync('mount', args, { stdio: 'ignore' })
}

/** Takes all the room that is left on a disk. */
function fill(file: string) {
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
