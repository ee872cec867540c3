import { expect, test } from 'vitest'
import definition from '#app/site.config.ts'
import { Random } from '#test/random.ts'
import { makeSite, type Host, type Site } from '#test/reliability/site.ts'
import { ENTRY_WAYS, playEntryRound } from './entry-round.ts'
import { playRound, WAYS, type Done, type Round } from './round.ts'
import { restoreFirst, startStaff, type Staff } from './staff.ts'

const { sections } = definition

/** `npm run test:lists` sets 60 minutes. */
const SECONDS = Number(process.env['LISTS_MINUTES'] ?? 0.1) * 60
/** Each round has a seed: this one, the next one, and so on. The seed of a round that failed repeats it first. */
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)
/** A run ends after so many faults. */
const MAX_FAULTS = 20

/** Few sections have such screens, so they are chosen more often. */
const WITH_ENTRY_SCREENS = sections.filter(({ list }) => list !== undefined)

interface Place {
  site: Site
  host: Host
  staff: Staff
}

async function startPlace(): Promise<Place> {
  const site = await makeSite()
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
        const section = random.of(random.below(4) === 0 ? WITH_ENTRY_SCREENS : sections)
        const { way, play } = chosenRound({ site: place.site, people: place.staff.people, section, random })
        try {
          // Rounds with other addresses of products have added redirects to this section.
          if (section === definition.redirects?.section) await restoreFirst(place.staff.people[0], section.id)
          const done = await play()
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

/** A round by one of the ways in which the section can be edited. */
function chosenRound(round: Omit<Round, 'way'>): { way: string; play: () => Promise<Done> } {
  const { random, section } = round
  const { list } = section
  if (!list) {
    const way = random.of(WAYS)
    return { way, play: () => playRound({ ...round, way }) }
  }
  const way = random.of(ENTRY_WAYS)
  return { way, play: () => playEntryRound({ ...round, list, way }) }
}

function note(lists: Map<string, Record<string, number>>, list: string, what: string) {
  const counts = lists.get(list) ?? {}
  counts[what] = (counts[what] ?? 0) + 1
  lists.set(list, counts)
}
