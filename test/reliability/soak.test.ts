import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withOneGradeOfEachProduct } from '../e2e/sitemap-paths.ts'
import { findDamage, SECTIONS, temporaryFiles } from './check-files.ts'
import { Client, failedPages, publicPages, Refused } from './client.ts'
import { makeSite, until, type Host } from './site.ts'
import { findLost, makeWriters, passwordWriter, sessionWriter } from './writes.ts'
import type { Writer } from './writer.ts'

/** `npm run test:soak` sets 60 minutes. */
const SECONDS = Number(process.env['SOAK_MINUTES'] ?? 0.1) * 60
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** Number of starts of the host. It is measured in the middle of each run and before each stop. */
const STARTS = SECONDS < 60 ? 1 : 6

/** So many more than in the middle may be open once what was sent has ended. */
const MAX_MORE_DESCRIPTORS = 30

/** Pause between two writes of one kind (ms): the load of people and programs, not a flood. */
const PAUSE_MS = 250

interface Measurement {
  megabytes: number
  descriptors: number
}

test(
  `${SECONDS} s of edits, uploads, messages, sign-ins and reads, with restarts: memory, descriptors and temporary files level`,
  { timeout: SECONDS * 2_000 + 180_000, retry: 0 },
  async () => {
    const site = await makeSite({ hasFewGrades: true })
    const password = passwordWriter()
    const writers = [password, sessionWriter(password.current), ...makeWriters(SEED)]
    const measured: Measurement[] = []
    let reads = 0
    let host: Host | undefined
    try {
      for (let start = 0; start < STARTS; start += 1) {
        const running = (host = await site.start())
        const client = new Client(running)
        expect(await findLost(client, writers), `after start ${start}`).toEqual([])
        const pages = withOneGradeOfEachProduct(await publicPages(client))
        const end = performance.now() + (SECONDS * 1_000) / STARTS
        const isOver = () => performance.now() > end
        const half = wait((SECONDS * 1_000) / STARTS / 2).then(() => measure(running))
        const work = writers.slice(1).map(async (writer) => {
          do {
            await writeUnlessLimited(writer, client)
            await wait(PAUSE_MS)
          } while (!isOver())
        })
        const visits = async () => {
          do {
            expect(await failedPages(client, pages)).toEqual([])
            reads += pages.length
            await wait(PAUSE_MS)
          } while (!isOver())
        }
        await Promise.all([...work, visits()])
        const middle = await half
        const { megabytes } = measure(running)
        // Connections of the last visits stay open for some seconds, what leaks for ever.
        let descriptors = Infinity
        await until(
          () => (descriptors = measure(running).descriptors) < middle.descriptors + MAX_MORE_DESCRIPTORS,
          () => `${descriptors} descriptors, ${middle.descriptors} in the middle`,
        )
        measured.push(middle, { megabytes, descriptors })
        await until(
          () => temporaryFiles(site).length === 0,
          () => `Left: ${temporaryFiles(site).join('\n')}`,
        )
        expect(running.output(), 'nothing to report').not.toMatch(/"level":(?:50|60)/)
        expect(await running.stop()).toBe(0)
      }
      host = await site.start()
      expect(await findLost(new Client(host), writers), 'at the end').toEqual([])
      expect(await (await fetch(`${host.origin}/readyz`)).text()).toBe('ready\n')
      expect(await host.stop()).toBe(0)
      expect(findDamage(site, SECTIONS)).toEqual([])

      const writes = writers.map(({ name, acknowledged }) => `${name} ${acknowledged}`)
      console.info(`${reads} reads; ${writes.join(', ')}`)
      console.info(
        measured.map(({ megabytes, descriptors }) => `${megabytes} MB, ${descriptors} descriptors`).join('; '),
      )
      // Compare means of all runs: a single measurement right after a garbage collection is far lower.
      const middles = measured.filter((_, index) => index % 2 === 0)
      const ends = measured.filter((_, index) => index % 2 === 1)
      expect(meanOf(ends)).toBeLessThan(meanOf(middles) * 1.3 + 20)
    } catch (cause) {
      const state = host?.process.exitCode === null ? 'still runs' : 'has ended'
      throw new Error(`After ${reads} reads, the host ${state}:\n${host?.output() ?? ''}`, { cause })
    } finally {
      await host?.kill()
      await site.remove()
    }
  },
)

/** The site accepts about 200 messages an hour, and responds with 429 to more. */
async function writeUnlessLimited(writer: Writer, client: Client) {
  try {
    await writer.write(client)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 429) throw error
  }
}

function meanOf(measured: readonly Measurement[]) {
  return measured.reduce((sum, { megabytes }) => sum + megabytes, 0) / measured.length
}

/** Memory and open descriptors of a process; on Linux only. */
function measure({ pid }: Host): Measurement {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { megabytes: Math.round(Number(kilobytes) / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length }
}
