import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDamage, SECTIONS, temporaryFiles } from './check-files.ts'
import { Client } from './client.ts'
import { makeSite, until, type Host } from './site.ts'
import { findLost, makeWriters, passwordWriter, sessionWriter, writeForEver } from './writes.ts'

/** `npm run test:power` asks for 100. RELIABILITY_SEED repeats the moments of a run. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 1)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** The file system forgets what it has not put on the disk: EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
const CUT =
  'open(my $folder, "<", $ARGV[0]) or die; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or die'

interface Disk {
  folder: string
  cut: () => void
  /** After a cut: as when the machine starts again. */
  mountAgain: () => void
  remove: () => void
}

const disk = openDisk()
if (!disk) console.info('Power cuts are not tested: they need root, loop devices, mkfs.ext4 and perl')

test.runIf(disk)(
  `${CUTS} power cuts during saves of every kind, seed ${SEED}: nothing torn, nothing acknowledged lost`,
  { timeout: 60_000 + CUTS * 60_000, retry: 0 },
  async () => {
    if (!disk) return
    let host: Host | undefined
    try {
      const site = await makeSite({ folder: path.join(disk.folder, 'site') })
      const password = passwordWriter()
      const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
      const moments = fc.sample(fc.record({ delay: fc.nat(300), kind: fc.nat() }), { numRuns: CUTS, seed: SEED })
      for (const [at, { delay, kind }] of moments.entries()) {
        const running = (host = await site.start())
        const client = new Client(running)
        expect(await findLost(client, writers), `after cut ${at}`).toEqual([])
        const awaited = writers[1 + (kind % (writers.length - 1))] ?? password
        const before = awaited.acknowledged
        let isCut = false
        const work = Promise.allSettled(writers.slice(1).map((writer) => writeForEver(writer, client, () => isCut)))
        await until(
          () => awaited.acknowledged > before || running.process.exitCode !== null,
          () => `No write of the kind ${awaited.name}\n${running.output()}`,
        )
        await wait(delay)
        isCut = true
        // The process may not respond to a disk that fails: without power it does not run either.
        running.process.kill('SIGSTOP')
        disk.cut()
        await host.kill()
        const refusals = (await work).map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''))
        expect(refusals.filter(Boolean)).toEqual([])
        disk.mountAgain()
      }
      host = await site.start()
      expect(await findLost(new Client(host), writers), 'after the last cut').toEqual([])
      await until(
        () => temporaryFiles(site).length === 0,
        () => `Left: ${temporaryFiles(site).join('\n')}`,
      )
      expect(await host.stop()).toBe(0)
      expect(findDamage(site, SECTIONS)).toEqual([])
      console.info(writers.map(({ name, acknowledged }) => `${name} ${acknowledged}`).join(', '))
    } finally {
      await host?.kill()
      disk.remove()
    }
  },
)

/** An ext4 file system in a file; undefined where the machine cannot have one. */
function openDisk(): Disk | undefined {
  if (process.getuid?.() !== 0) return undefined
  const root = mkdtempSync(path.join(tmpdir(), 'reliability-power-'))
  const [image, folder] = [path.join(root, 'disk.img'), path.join(root, 'disk')]
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, 256 * 1024 * 1024)
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
  // Nothing is written by the clock alone: only what the site has synced survives.
  const mount = () => run('mount', '-o', 'loop,commit=300', image, folder)
  const isPossible = run('mkfs.ext4', '-q', image) && mount() && run('perl', '-e', CUT, folder) && run('umount', folder)
  if (!isPossible || !mount()) {
    run('umount', '--lazy', folder)
    rmSync(root, { recursive: true, force: true })
    return undefined
  }
  return {
    folder,
    cut: () => void execFileSync('perl', ['-e', CUT, folder]),
    mountAgain() {
      execFileSync('umount', [folder])
      if (!mount()) throw new Error('The disk could not be mounted again')
    },
    remove() {
      run('umount', '--lazy', folder)
      rmSync(root, { recursive: true, force: true })
    },
  }
}
