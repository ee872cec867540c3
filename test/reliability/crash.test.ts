import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesBelow, findDamage, SECTIONS, temporaryFiles } from './check-files.ts'
import { Client, Refused } from './client.ts'
import { makeSite, until, type Host } from './site.ts'
import { findLost, makeWriters, passwordWriter, sessionWriter, writeForEver } from './writes.ts'

/** `npm run test:crash` sets 1,000. RELIABILITY_SEED repeats the moments and kinds of a run. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 3)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** One in eight kills comes during a first start, the others during saves. */
const FIRST_STARTS = Math.ceil(KILLS / 8)

/** The kill comes so many milliseconds after an acknowledged write of a kind. */
const round = fc.record({
  delay: fc.noBias(fc.nat(300)),
  kind: fc.nat(),
  changesPassword: fc.nat(7).map((n) => n === 0),
})
const rounds = fc.sample(round, { numRuns: KILLS - FIRST_STARTS, seed: SEED })

test(
  `${rounds.length} kills during saves of every kind, seed ${SEED}: nothing torn, nothing acknowledged lost, no temporary file left`,
  { timeout: KILLS * 30_000, retry: 0 },
  async () => {
    const site = await makeSite({ hasFewGrades: true })
    const password = passwordWriter()
    const writers = makeWriters(SEED)
    let sessions = sessionWriter(password.current)
    let host: Host | undefined
    try {
      for (const [at, { delay, kind, changesPassword }] of rounds.entries()) {
        const running = (host = await site.start())
        const client = new Client(running)
        expect(await findLost(client, [password, sessions, ...writers]), `after kill ${at}`).toEqual([])

        // A change of the password ends all sessions, including those of the other writers.
        const atWork = changesPassword ? [password] : [sessions, ...writers]
        if (changesPassword) sessions = sessionWriter(password.current)
        const awaited = atWork[kind % atWork.length] ?? password
        const before = awaited.acknowledged
        // A refusal never means that the process has ended.
        const isKilled = (error: unknown) => !(error instanceof Refused) && running.process.killed
        const work = Promise.allSettled(atWork.map((writer) => writeForEver(writer, client, isKilled)))
        await until(
          () => awaited.acknowledged > before || host?.process.exitCode !== null,
          () => `No write of the kind ${awaited.name}\n${host?.output() ?? ''}`,
        )
        await wait(delay)
        await host.kill()
        const refusals = (await work).map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''))
        expect(refusals.filter(Boolean)).toEqual([])
      }
      host = await site.start()
      expect(await findLost(new Client(host), [password, sessions, ...writers]), 'after the last kill').toEqual([])
      await until(
        () => temporaryFiles(site).length === 0,
        () => `Left: ${temporaryFiles(site).join('\n')}`,
      )
      expect(await (await fetch(`${host.origin}/readyz`)).text()).toBe('ready\n')
      await host.stop()
      expect(findDamage(site, SECTIONS)).toEqual([])
      for (const { name, acknowledged } of [password, sessions, ...writers]) console.info(`${name}: ${acknowledged}`)
    } finally {
      await host?.kill()
      await site.remove()
    }
  },
)

test(
  `${FIRST_STARTS} kills during a first start, seed ${SEED}: the next start completes it`,
  { timeout: KILLS * 60_000, retry: 0 },
  async () => {
    const moments = fc.sample(fc.noBias(fc.nat(1_500)), { numRuns: FIRST_STARTS, seed: SEED })
    for (const moment of moments) {
      const site = await makeSite({ isEmpty: true })
      try {
        const killed = await site.launch()
        await wait(moment)
        await killed.kill()
        const host = await site.start()
        await new Client(host).signIn()
        await until(
          () => temporaryFiles(site).length === 0,
          () => `Left: ${temporaryFiles(site).join('\n')}`,
        )
        await host.stop()
        expect(differences('content', site.contentDir), `killed after ${moment} ms`).toEqual([])
        expect(differences('uploads', site.uploadsDir), `killed after ${moment} ms`).toEqual([])
      } finally {
        await site.remove()
      }
    }
  },
)

/** Names of files that only one of two folders has, or that differ. */
function differences(shipped: string, folder: string) {
  const [expected, found] = [contentsOf(shipped), contentsOf(folder)]
  const names = new Set([...expected.keys(), ...found.keys()])
  return [...names].filter((name) => expected.get(name) !== found.get(name))
}

function contentsOf(folder: string) {
  return new Map(filesBelow(folder).map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]))
}
