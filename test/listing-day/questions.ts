import type { Disturbances, Seen } from './ledger.ts'
import type { Place } from './places.ts'
import type { Random } from '#test/random.ts'
import type { Releases } from './staff.ts'
import type { Question, Visit } from './visitors.ts'

/**
 * How old a page may be (ms). On a disk: 0. Otherwise as long as another node takes to see a save, and caches to be
 * purged. While something is down, and until the site has settled: as long as a page is fresh in a cache that was not
 * purged.
 */
const LAG_MS = { disk: 0, calm: 3_000, disturbed: 15_000 }
export const SETTLE_MS = 15_000

/** A page waits two seconds for a node that is halted. The rest is for a machine that does everything at once. */
const MAX_WAIT_S = 8

const RANGE_BYTES = 64 * 1024

interface Options {
  hasCaches: boolean
  random: Random
  disturbances: Disturbances
  places: readonly Place[]
  releases: Releases
  /** Pages and files that ship and always exist. */
  addresses: readonly string[]
  prospectus: { address: string; bytes: Buffer }
  fault: (text: string) => void
}

/** What visitors request next, by chance, and which responses are right. */
export function makeQuestions({
  random,
  disturbances,
  places,
  releases,
  addresses,
  prospectus,
  fault,
  hasCaches,
}: Options) {
  /** How old pages were when they were requested (ms), in calm times and in others. */
  const ages = { calm: [0], disturbed: [0] }
  const isDisturbed = (seen: Seen) => disturbances.touches(seen, SETTLE_MS)
  const lagOf = (seen: Seen) => (!hasCaches ? LAG_MS.disk : isDisturbed(seen) ? LAG_MS.disturbed : LAG_MS.calm)

  function lookAtPage(address: string, visit: Visit) {
    const seconds = (visit.answered - visit.asked) / 1000
    if (seconds > MAX_WAIT_S) fault(`${address} took ${seconds.toFixed(1)} s`)
    if (visit.status !== 200) {
      fault(`${visit.status} for ${address}: ${visit.body.subarray(0, 200).toString()}`)
      return
    }
    const shown = places.filter((place) => place.address === address)
    const html = shown.length > 0 ? visit.body.toString() : ''
    for (const { name, ledger, versionIn } of shown) {
      const version = versionIn(html)
      const wrong = ledger.judge(version, visit, lagOf(visit))
      if (wrong) fault(`${name}: ${wrong}`)
      ages[isDisturbed(visit) ? 'disturbed' : 'calm'].push(ledger.age(version, visit))
    }
  }

  function ofRelease({ release, ledger }: NonNullable<Releases['current']>): Question {
    const address = random.of([...release.pages, ...release.files])
    const isFile = release.files.includes(address)
    return {
      address,
      look: (visit) => {
        if (visit.status !== 200 && !(isFile && visit.status === 404)) fault(`${visit.status} for ${address}`)
        const isShown = isFile ? visit.status === 200 : visit.body.includes(`${release.name} `)
        const wrong = ledger.judge(isShown, visit, lagOf(visit))
        if (wrong) fault(`${release.name} at ${address} ${wrong}`)
      },
    }
  }

  function ofProspectus(): Question {
    const from = random.below(prospectus.bytes.length - RANGE_BYTES)
    return {
      address: prospectus.address,
      headers: { range: `bytes=${from}-${from + RANGE_BYTES - 1}` },
      look: ({ status, body }) => {
        const expected = prospectus.bytes.subarray(from, from + RANGE_BYTES)
        if (status !== 206 || !body.equals(expected))
          fault(`${status} or other bytes of the prospectus from ${from} on`)
      },
    }
  }

  function next(): Question {
    const kind = random.next()
    if (kind < 0.15 && releases.current) return ofRelease(releases.current)
    if (kind < 0.25) return ofProspectus()
    const address = kind < 0.6 ? random.of(places).address : random.of(addresses)
    return {
      address,
      look: (visit) => {
        lookAtPage(address, visit)
      },
    }
  }

  return { next, ages, lagOf }
}
