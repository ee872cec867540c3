import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesBelow, findDamage, findProblems, temporaryFiles } from './check-files.ts'
import { Client, Refused } from './client.ts'
import {
  isSeenAt,
  prepareRelease,
  RELEASED_SECTIONS,
  startVisitorOf,
  stateOf,
  committedOf,
  unfinished,
  type Release,
} from './releases.ts'
import { makeSite, ready, until, type Host, type Site } from './site.ts'

/** `npm run test:crash` sets 40. RELIABILITY_SEED repeats the moments of a run. */
const KILLS = Number(process.env['PUBLISH_KILLS'] ?? 2)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** Ways to publish a release: by the button, at its time, or by a start after its time. Another round undoes it. */
const HOW = ['publish', 'scheduled', 'missed'] as const
type How = (typeof HOW)[number] | 'undo'
/**
 * The kill comes after a share of the time that the change takes without a kill (a host that has just started takes
 * longer), or so many hundredths of a second after the record of the publication was on disk.
 */
const round = fc.record({
  how: fc.constantFrom(...HOW),
  share: fc.noBias(fc.nat(250)).map((percent) => percent / 100),
  isAfterRecord: fc.boolean(),
})
const rounds = fc.sample(round, { numRuns: KILLS, seed: SEED })

/** Time until a scheduled release is due (ms): long enough to schedule it on a busy machine. */
const SCHEDULE_MS = 3_000

test(
  `${KILLS} kills while releases are published and undone, seed ${SEED}: all of a release is public or nothing, and its state says which`,
  { timeout: 120_000 + KILLS * 60_000, retry: 0 },
  async () => {
    const site = await makeSite({ hasFewGrades: true })
    const beforeStart = performance.now()
    let host = await site.start()
    const starting = performance.now() - beforeStart
    try {
      const administrator = new Client(host)
      await administrator.signIn()
      const clientOf = (running: Host) => Object.assign(new Client(running), { cookie: administrator.cookie })
      let client = clientOf(host)
      // Without a kill: shows how long it takes, and that each address shows the release.
      let release = await prepareRelease(client, nameOf(0))
      expect(await seenByVisitor(host, release), 'before it is published').toEqual(new Set([false]))
      const beforePublishing = performance.now()
      await client.postForm(release.page, { intent: 'publish' })
      const publishing = performance.now() - beforePublishing
      expect(await seenByVisitor(host, release), 'once it is published').toEqual(new Set([true]))

      let isPublic = true
      let cutShort = 0
      const outcomes = new Map<string, number>()
      for (const [at, { how: chosen, share, isAfterRecord }] of rounds.entries()) {
        if ((await stateOf(client, release)) === 'Undone') release = await prepareRelease(client, nameOf(at + 1))
        const how: How = isPublic ? 'undo' : chosen
        const target = how !== 'undo'
        const duration = how === 'missed' ? starting : publishing
        const moment = () => (isAfterRecord ? afterRecord(site, share * 10, duration * 2.5) : wait(share * duration))
        const what = `kill ${at + 1}, ${how}, ${share} ${isAfterRecord ? 'after the record' : 'of the time'}`
        const { seen, isCertain } = await killDuring(how, { site, host, client, release, moment })
        const turned = seen.indexOf(target)
        expect(turned === -1 ? [] : seen.slice(turned), `${what}: once one address shows it, all do`).not.toContain(
          !target,
        )
        // A record without its commit is removed by the next start.
        const isCutShort = committedOf(site).length > 0
        if (isCutShort) cutShort += 1

        host = await site.launch()
        const visitor = startVisitorOf(host, release)
        client = clientOf(await ready(host))
        await visitor.round()
        const after = new Set(await visitor.end())
        expect(after.size, `${what}: all or nothing from the first request on`).toBe(1)
        const wasPublic = isPublic
        isPublic = after.has(true)
        if (isCertain || turned !== -1) expect(isPublic, `${what}: was acknowledged, seen or due`).toBe(target)
        const state = isPublic ? 'Published' : target ? 'Not scheduled' : 'Undone'
        expect(await stateOf(client, release), what).toBe(state)
        const result = isPublic === wasPublic ? 'nothing' : isCutShort ? 'all, by the next start' : 'all'
        outcomes.set(`${how}: ${result}`, (outcomes.get(`${how}: ${result}`) ?? 0) + 1)
      }
      await until(
        () => temporaryFiles(site).length === 0,
        () => `Left: ${temporaryFiles(site).join('\n')}`,
      )
      expect(await host.stop()).toBe(0)
      expect(unfinished(site)).toEqual([])
      expect(auditLog(site).match(/Completed when the site was started again/g) ?? []).toHaveLength(cutShort)
      expect(findDamage(site, RELEASED_SECTIONS)).toEqual([])
      expect(findProblems(site)).toEqual([])
      console.info([...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join('; '))
    } finally {
      await host.kill()
      await site.remove()
    }
  },
)

/** No other text of the site contains this name. */
function nameOf(number: number) {
  return `zyxomer-${SEED}-${number}`
}

interface Scene {
  site: Site
  host: Host
  client: Client
  release: Release
  /** Called when the change, or the start, has begun. Resolves at the moment of the kill. */
  moment: () => Promise<unknown>
}

/**
 * Publishes or undoes a release and kills the host meanwhile. Resolves with what a visitor saw until then, and with
 * whether the next start has to show the change, because it was acknowledged or is due.
 */
async function killDuring(how: How, { site, host, client, release, moment }: Scene) {
  if (how === 'missed') {
    const due = await schedule(client, release)
    await host.kill()
    await wait(due - Date.now())
    const next = await site.launch()
    const visitor = startVisitorOf(next, release)
    await moment()
    await next.kill()
    const seen = await visitor.end()
    expect(seen, 'it is published before anything is served').not.toContain(false)
    return { seen, isCertain: true }
  }
  const due = how === 'scheduled' ? await schedule(client, release) : undefined
  const visitor = startVisitorOf(host, release)
  if (due !== undefined) await wait(due - Date.now())
  const acknowledged = how === 'scheduled' ? true : isAcknowledged(client.postForm(release.page, { intent: how }))
  await moment()
  await host.kill()
  return { seen: await visitor.end(), isCertain: await acknowledged }
}

/** Resolves with false if the host was killed before it responded. Rejects if the host refused the request. */
function isAcknowledged(request: Promise<unknown>): Promise<boolean> {
  const outcome = request.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) throw error
      return false
    },
  )
  // The promise is awaited only after the kill.
  outcome.catch(() => undefined)
  return outcome
}

/** Schedules a release by its form. Resolves with its time, in milliseconds since 1970. */
async function schedule(client: Client, { page, name }: Release): Promise<number> {
  const due = Math.ceil((Date.now() + SCHEDULE_MS) / 1_000) * 1_000
  // The field contains the time in India.
  const time = new Date(due + 5.5 * 3_600_000).toISOString().slice(0, 19)
  await client.postForm(page, { intent: 'schedule', name, time })
  return due
}

/** What a visitor sees at all addresses of a release. */
async function seenByVisitor(host: Host, release: Release) {
  const addresses = [...release.pages, ...release.files]
  return new Set(await Promise.all(addresses.map((address) => isSeenAt(new Client(host), release, address))))
}

function auditLog({ dataDir }: Site) {
  return filesBelow(path.join(dataDir, 'audit'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
}

/** Resolves `milliseconds` after the record of a publication was on disk; waits for it `latest` ms at most. */
async function afterRecord(site: Site, milliseconds: number, latest: number) {
  const end = performance.now() + latest
  while (unfinished(site).length === 0 && performance.now() < end) await wait(1)
  await wait(milliseconds)
}
