import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDamage, SECTIONS, temporaryFiles } from './check-files.ts'
import { Client } from './client.ts'
import { openExt4Disk } from './ext4-disk.ts'
import { makeSite, until, type Host } from './site.ts'
import { findLost, makeWriters, passwordWriter, sessionWriter, writeForEver } from './writes.ts'

/** `npm run test:power` sets 100. RELIABILITY_SEED repeats the moments of a run. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 1)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

const disk = openExt4Disk()
if (!disk) console.info('Power cuts are not tested: they need root, loop devices, mkfs.ext4 and perl')

test.runIf(disk)(
  `${CUTS} power cuts during saves of every kind, seed ${SEED}: nothing torn, nothing acknowledged lost`,
  { timeout: 60_000 + CUTS * 60_000, retry: 0 },
  async () => {
    if (!disk) return
    let host: Host | undefined
    try {
      const site = await makeSite({ hasFewGrades: true, folder: path.join(disk.folder, 'site') })
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
        // The process must not respond to a disk that fails, because without power it would not run either.
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
