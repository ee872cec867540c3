import { expect, test } from 'vitest'
import definition from '#app/site.config.ts'
import { Random } from '#test/random.ts'
import { makeSite, type Host, type Site } from '#test/reliability/site.ts'
import { playRound, WAYS } from './round.ts'
import { restoreFirst, startStaff, type Staff } from './staff.ts'

/** Those that staff edit. */
const sections = definition.sections.filter(({ editor }) => editor !== undefined)

/** `npm run test:lists` sets 60 minutes. */
const SECONDS = Number(process.env['LISTS_MINUTES'] ?? 0.1) * 60
/** Each round has a seed: this one, the next one, and so on. The seed of a round that failed repeats it first. */
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)
/** A run ends after so many faults. */
const MAX_FAULTS = 20

interface Place {
  site: Site
  host: Host
  staff: Staff
}

async function startPlace(): Promise<Place> {
  const site = await makeSite({ hasFewGrades: true })
  const host = await site.start()
  return { site, host, staff: await startStaff(host) }
}

async function endPlace({ site, host, staff }: Place) {
  await staff.end()
  await host.kill()
  await site.remove()
}

test(
  `${Math.round(SECONDS)} s, seed ${SEED}: two people edit different entries of the same lists, directly, in drafts and by releases; both edits are public, and only what collides is asked`,
  { timeout: SECONDS * 2_000 + 300_000, retry: 0 },
  async () => {
    const faults: string[] = []
    const lists = new Map<string, Record<string, number>>()
    let place = await startPlace()
    try {
      const end = performance.now() + SECONDS * 1_000
      for (let seed = SEED; performance.now() < end && faults.length < MAX_FAULTS; seed += 1) {
        const random = new Random(seed)
        const section = random.of(sections)
        const way = random.of(WAYS)
        try {
          // Rounds with other addresses of products have added redirects to this section.
          if (section === definition.redirects?.section) await restoreFirst(place.staff.people[0], section.id)
          const done = await playRound({ site: place.site, people: place.staff.people, section, random, way })
          note(lists, `${section.id} ${done.list}`, done.skipped ?? way)
          expect(await (await fetch(`${place.host.origin}/readyz`)).text()).toBe('ready\n')
          expect(place.host.output(), 'nothing to report').not.toMatch(/"level":(?:50|60)/)
        } catch (error) {
          const text = `RELIABILITY_SEED=${seed}, ${section.id}, ${way}: ${error instanceof Error ? error.message : String(error)}`
          console.info(text)
          faults.push(text)
          await endPlace(place)
          place = await startPlace()
        }
      }
    } finally {
      await endPlace(place)
    }
    const table = [...lists].sort().map(([list, counts]) => `${list}: ${JSON.stringify(counts)}`)
    console.info(table.join('\n'))
    expect(faults).toEqual([])
  },
)

function note(lists: Map<string, Record<string, number>>, list: string, what: string) {
  const counts = lists.get(list) ?? {}
  counts[what] = (counts[what] ?? 0) + 1
  lists.set(list, counts)
}
