import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { findDamage, findProblems, SECTIONS } from '#test/reliability/check-files.ts'
import { Client, publicPages, Refused } from '#test/reliability/client.ts'
import { until } from '#test/reliability/site.ts'
import { findLost, makeWriters } from '#test/reliability/writes.ts'
import { filesOf, objectsOf } from '#test/s3/compare-mirror.ts'
import { FAULTS, playFaults } from './faults.ts'
import { Disturbances, type Seen } from './ledger.ts'
import { makePlaces } from './places.ts'
import { clientAt, playOnBucket, playOnDisk, type Node, type PlayedSite } from './played-site.ts'
import { Random } from './random.ts'
import {
  keepReleasing,
  keepSaving,
  keepSigningInAndOut,
  keepWriting,
  reasonOf,
  type Desk,
  type Releases,
} from './staff.ts'
import { startVisitors, type Question, type Visit } from './visitors.ts'

/** `npm run test:listing-day` asks for 10 minutes. */
const MINUTES = Number(process.env['LISTING_DAY_MINUTES'] ?? 1)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)
const NODES = 3
const VISITORS = 4
const PROSPECTUS_BYTES = 5_000_000
const RANGE_BYTES = 64 * 1024

/**
 * How old a page may be (ms): on a disk not at all, else as long as another node takes to see a save, and caches to be told of it.
 * While something is down, and until it has settled, as long as a page is fresh in a cache that was not told.
 */
const LAG_MS = { disk: 0, calm: 3_000, disturbed: 15_000 }
const SETTLE_MS = 15_000

/** At most so many faults are told. */
const MOST_FAULTS = 50

let played: PlayedSite | undefined
afterEach(() => played?.stop(), 120_000)

const options = { timeout: MINUTES * 60_000 + 600_000, retry: 0 }

test(
  `${NODES} nodes on Ceph behind Varnish, ${MINUTES} minutes, seed ${SEED}: nothing acknowledged is lost, no page is older than promised`,
  options,
  async () => {
    played = await playOnBucket(NODES)
    await playDay(played)
  },
)

test(`one process on a disk, ${MINUTES} minutes, seed ${SEED}: the same`, options, async () => {
  played = await playOnDisk()
  await playDay(played)
})

async function playDay(site: PlayedSite) {
  const random = new Random(SEED)
  const mark = `day${SEED}`
  const faults: string[] = []
  const fault = (text: string) => void faults.push(`${new Date().toISOString().slice(11, 23)} ${text}`)
  const disturbances = new Disturbances()
  const administrator = new Client(hostOf(site.nodes[0]))
  await administrator.signIn()
  const clientOf = (node: Node) => clientAt(site, hostOf(node).origin, administrator)
  const [place] = site.entrances
  if (place === undefined) throw new Error('No entrance')

  // The prospectus of the day.
  const prospectus = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PROSPECTUS_BYTES), Buffer.from('\n%%EOF\n')])
  const first = clientOf(nodeAt(site, 0))
  const report = new File([new Uint8Array(prospectus)], 'prospectus.pdf', { type: 'application/pdf' })
  const reportId = await first.post('reports', { year: '2025-26', title: `${mark} prospectus`, file: report })
  const prospectusAddress = String((await first.list('reports')).find(({ _id }) => _id === reportId)?.['fileUrl'])

  const pages = await publicPages(first)
  const addresses = [
    ...new Set([...pages, ...(await filesOn(first, pages)), new URL(prospectusAddress, site.publicOrigin).pathname]),
  ]
  const places = makePlaces(mark)
  const writers = makeWriters(SEED).slice(2)
  const releases: Releases = { current: undefined, published: 0, undone: 0 }

  let isOver = false
  const refused = new Map<string, number>()
  const saves: number[] = []
  const upNodes = () => site.nodes.filter(({ host }) => host !== undefined)
  const desk: Desk = {
    atNode: () => clientOf(random.of(upNodes())),
    atEntrance: () => clientAt(site, site.publicOrigin, administrator),
    atAllNodes: () => upNodes().map(clientOf),
    isOver: () => isOver,
    fault,
    took: (milliseconds) => void saves.push(milliseconds),
    notAcknowledged(what, error, began) {
      if (error instanceof Refused && error.status === 429) return
      const reason = reasonOf(error)
      refused.set(reason, (refused.get(reason) ?? 0) + 1)
      const isExplained = disturbances.touches({ asked: began, answered: performance.now() }, SETTLE_MS)
      if (!isExplained || !(reason.startsWith('503') || reason === 'connection cut')) fault(`${what}: ${reason}`)
    },
  }

  /** How old pages were when they were asked for (ms), in calm times and in others. */
  const ages = { calm: [0], disturbed: [0] }
  const lagOf = (seen: Seen) => {
    if (!site.cluster) return LAG_MS.disk
    return disturbances.touches(seen, SETTLE_MS) ? LAG_MS.disturbed : LAG_MS.calm
  }
  function lookAtPage(address: string, visit: Visit) {
    if (visit.status !== 200) {
      fault(`${visit.status} for ${address}`)
      return
    }
    const shown = places.filter((one) => one.address === address)
    if (shown.length === 0) return
    const html = visit.body.toString()
    for (const { name, ledger, versionIn } of shown) {
      const version = versionIn(html)
      const wrong = ledger.judge(version, visit, lagOf(visit))
      if (wrong) fault(`${name}: ${wrong}`)
      const group = disturbances.touches(visit, SETTLE_MS) ? ages.disturbed : ages.calm
      group.push(ledger.age(version, visit))
    }
  }
  function lookAtRange(from: number, { status, body }: Visit) {
    const expected = prospectus.subarray(from, from + RANGE_BYTES)
    if (status !== 206 || !body.equals(expected)) fault(`${status} and other bytes for the prospectus from ${from}`)
  }
  function next(): Question {
    const kind = random.next()
    const watched = releases.current
    if (kind < 0.15 && watched) {
      const { release, ledger } = watched
      const address = random.of([...release.pages, ...release.files])
      const look = (seen: Visit) => {
        const isFile = release.files.includes(address)
        if (seen.status !== 200 && !(isFile && seen.status === 404)) fault(`${seen.status} for ${address}`)
        const isShown = isFile ? seen.status === 200 : seen.body.includes(`${release.name} `)
        const wrong = ledger.judge(isShown, seen, lagOf(seen))
        if (wrong) fault(`${release.name} at ${address} ${wrong}`)
      }
      return { address, look }
    }
    if (kind < 0.25) {
      const from = random.below(PROSPECTUS_BYTES - RANGE_BYTES)
      const headers = { range: `bytes=${from}-${from + RANGE_BYTES - 1}` }
      return {
        address: new URL(prospectusAddress, site.publicOrigin).pathname,
        headers,
        look: (seen) => {
          lookAtRange(from, seen)
        },
      }
    }
    const address = kind < 0.6 ? random.of(places).address : random.of(addresses)
    return {
      address,
      look: (seen) => {
        lookAtPage(address, seen)
      },
    }
  }

  const visitors = startVisitors({
    count: VISITORS,
    entrances: site.entrances,
    publicOrigin: site.publicOrigin,
    next,
    onFailed: ({ address }, error) => {
      fault(`no response for ${address}: ${String(error)}`)
    },
  })
  // Before anything goes down, each page has been asked for.
  await wait(10_000)
  const faultsPlayed = site.cluster
    ? playFaults({
        played: site,
        cluster: site.cluster,
        random,
        isOver: () => isOver,
        onDown: (kind) => {
          const up = disturbances.begin(performance.now())
          const began = Date.now()
          return () => {
            up(performance.now())
            console.info(
              `${new Date(began).toISOString().slice(11, 23)} ${kind}, up again after ${Date.now() - began} ms`,
            )
          }
        },
      })
    : undefined
  const work = Promise.all([
    keepReleasing(mark, desk, releases),
    ...places.map((one) => keepSaving(one, desk)),
    ...writers.map((writer) => keepWriting(writer, desk)),
  ])
  const signingIn = keepSigningInAndOut(desk)
  await wait(MINUTES * 60_000)
  isOver = true
  const counts = await faultsPlayed
  const [, checks] = await Promise.all([work, signingIn])
  await visitors.end()

  const acknowledged = [
    ...places.map(({ name, ledger }) => `${name} ${ledger.count}`),
    ...writers.map(({ name, acknowledged }) => `${name} ${acknowledged}`),
  ]
  console.info(
    [
      `${visitors.durations.length} visits, ${percentiles(visitors.durations)}; ${visitors.elsewhere()} answered by the other cache`,
      `saves: ${acknowledged.join(', ')}; ${releases.published} releases published, ${releases.undone} undone; ${percentiles(saves)}`,
      `not acknowledged: ${[...refused].map(([reason, count]) => `${reason} ${count}`).join('; ')}`,
      `age of pages, calm: ${percentiles(ages.calm)}; disturbed: ${percentiles(ages.disturbed)}`,
      `faults: ${FAULTS.map((kind) => `${kind} ${counts?.[kind] ?? 0}`).join(', ')}; sign-outs checked ${checks} times`,
      `memory: ${site.nodes.map((node) => `${megabytesOf(hostOf(node).pid)} MB`).join(', ')}`,
    ].join('\n'),
  )
  expect.soft(faults.slice(0, MOST_FAULTS), `${faults.length} faults`).toEqual([])
  expect
    .soft(await findLost(clientOf(nodeAt(site, 0)), [{ ...noWriter }, ...writers]), 'acknowledged and lost')
    .toEqual([])
  for (const node of site.nodes) {
    for (const { name, address, ledger, versionIn } of places) {
      const asked = performance.now()
      const version = versionIn(await clientOf(node).text(address))
      expect.soft(ledger.judge(version, { asked, answered: asked }, 0), `${name} at the end`).toBeUndefined()
    }
    const ids = (await clientOf(node).list('gallery')).map(({ _id }) => String(_id))
    expect.soft(ids, 'each once').toHaveLength(new Set(ids).size)
  }
  await expectSameEverywhere(site, clientOf, addresses)
}

/** In the end every folder holds what the bucket holds, a fresh node shows the same bytes, and nothing is wrong with any file. */
async function expectSameEverywhere(site: PlayedSite, clientOf: (node: Node) => Client, addresses: readonly string[]) {
  const { cluster, nodes } = site
  if (cluster) {
    const fresh = await cluster.addNode()
    await fresh.start()
    for (const address of addresses) {
      const [one, other] = [await bodyOf(clientOf(nodeAt(site, 0)), address), await bodyOf(clientOf(fresh), address)]
      expect.soft(differenceOf(other, one), `${address} of a fresh node`).toBe('')
    }
    for (const node of [...nodes, fresh]) {
      let different: string[] = []
      await until(
        async () => {
          const [inBucket, inFolder] = [await objectsOf(cluster.store), await filesOf(node.site)]
          different = Object.keys({ ...inBucket, ...inFolder }).filter((name) => inBucket[name] !== inFolder[name])
          return isDeepStrictEqual(inBucket, inFolder)
        },
        () => `Mirror and bucket differ: ${different.join(', ')}`,
        60_000,
      )
    }
    expect.soft(Object.keys(await objectsOf(cluster.store)).filter((name) => name.endsWith('.pending'))).toEqual([])
  }
  for (const node of nodes) {
    expect.soft(await hostOf(node).stop(), 'the exit code').toBe(0)
    expect.soft(findDamage(node.site, SECTIONS)).toEqual([])
    expect.soft(findProblems(node.site)).toEqual([])
  }
}

/** Takes the place of the writer of passwords, which a day has none of. */
const noWriter = { name: 'none', acknowledged: 0, write: () => Promise.resolve(), findLost: () => Promise.resolve([]) }

async function bodyOf(client: Client, address: string) {
  const response = await client.fetch(address, { cookie: '' })
  return Buffer.concat([Buffer.from(`${response.status} `), Buffer.from(await response.arrayBuffer())])
}

/** The first bytes that differ, with what surrounds them; empty if there are none. */
function differenceOf(one: Buffer, other: Buffer) {
  if (one.equals(other)) return ''
  const at = one.findIndex((byte, index) => byte !== other[index])
  return [one, other].map((bytes) => bytes.subarray(Math.max(0, at - 60), at + 60).toString()).join('\n')
}

/** Scripts, styles, fonts and images that pages name. */
async function filesOn(client: Client, pages: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const page of pages) {
    const html = await client.text(page)
    for (const [file] of html.matchAll(/(?<=(?:src|href)=")\/(?:assets|uploads|policies)\/[^"#?]+/g)) found.add(file)
  }
  return [...found]
}

function nodeAt({ nodes }: PlayedSite, number: number): Node {
  const node = nodes[number]
  if (!node) throw new Error('No such node')
  return node
}

function hostOf(node: Node | undefined) {
  if (!node?.host) throw new Error('The node is down')
  return node.host
}

function percentiles(numbers: readonly number[]) {
  const sorted = [...numbers].sort((one, other) => one - other)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0)
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`
}

/** Of Linux alone. */
function megabytesOf(pid: number) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
