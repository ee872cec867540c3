import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterEach, describe, expect, test } from 'vitest'
import { findDamage, findProblems, SECTIONS } from '#test/reliability/check-files.ts'
import type { Client } from '#test/reliability/client.ts'
import { isSeenAt, stateOf } from '#test/reliability/releases.ts'
import { until } from '#test/reliability/site.ts'
import { findDifferences, findLostRecords } from '#test/s3/compare-mirror.ts'
import { playDay, type Day } from './day.ts'
import { hostOf, type Node } from '#test/reliability/node.ts'
import { playOnBucket, playOnDisk, type Cluster, type PlayedSite } from './played-site.ts'

/** `npm run test:listing-day` sets 10 minutes. */
const MINUTES = Number(process.env['LISTING_DAY_MINUTES'] ?? 1)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** At most so many faults are reported. */
const MAX_FAULTS = 50

let site: PlayedSite | undefined
afterEach(() => site?.stop(), 120_000)

describe(`a listing day of ${MINUTES} minutes, seed ${SEED}`, { timeout: MINUTES * 60_000 + 600_000, retry: 0 }, () => {
  test('three nodes on Ceph behind Varnish, parts of which go down: nothing acknowledged is lost, no page is older than promised', async () => {
    site = await playOnBucket(3)
    await playAndCheck(site)
  })

  test('one process on a disk: the same', async () => {
    site = await playOnDisk()
    await playAndCheck(site)
  })
})

async function playAndCheck(site: PlayedSite) {
  const day = await playDay(site, { minutes: MINUTES, seed: SEED })
  console.info(day.figures)
  expect.soft(day.faults.slice(0, MAX_FAULTS), `${day.faults.length} faults`).toEqual([])
  await expectEverythingStored(site, day)
  if (site.cluster) await expectSameEverywhere(site, site.cluster, day)
  expectPublishedOnce(site, day)
  for (const node of site.nodes) {
    expect.soft(await hostOf(node).stop(), 'the exit code').toBe(0)
    expect.soft(findDamage(node.site, SECTIONS)).toEqual([])
    expect.soft(findProblems(node.site)).toEqual([])
  }
}

/** Each node shows the last acknowledged versions, and has each entry once. */
async function expectEverythingStored({ nodes }: PlayedSite, { places, writers, releases, clientOf }: Day) {
  for (const node of nodes) {
    const client = clientOf(node)
    for (const writer of writers) expect.soft(await writer.findLost(client), 'acknowledged and lost').toEqual([])
    for (const { name, address, ledger, versionIn } of places) {
      const asked = performance.now()
      const version = versionIn(await client.text(address))
      expect.soft(ledger.judge(version, { asked, answered: asked }, 0), `${name} at the end`).toBeUndefined()
    }
    for (const release of releases) {
      expect.soft(await stateOf(client, release), release.name).toBe('Undone')
      for (const address of [...release.pages, ...release.files]) {
        expect.soft(await isSeenAt(client, release, address), `${release.name} at ${address}`).toBe(false)
      }
    }
    const ids = (await client.list('gallery')).map(({ _id }) => String(_id))
    expect.soft(ids, 'each once').toHaveLength(new Set(ids).size)
  }
}

/** Each release was published once, as the audit log of each node says. */
function expectPublishedOnce({ nodes }: PlayedSite, { releases }: Day) {
  for (const { site } of nodes) {
    const events = readEvents(site.dataDir)
    for (const { name } of releases) {
      const published = events.filter((line) => line.includes('"release.published"') && line.includes(`"${name}"`))
      expect.soft(published, `${name} was published once`).toHaveLength(1)
    }
  }
}

function readEvents(dataDir: string) {
  const folder = path.join(dataDir, 'audit')
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
}

/** Every folder has the content of the bucket, and a fresh node shows the same bytes. */
async function expectSameEverywhere({ nodes }: PlayedSite, { store, addNode }: Cluster, { addresses, clientOf }: Day) {
  const fresh = await addNode()
  await fresh.start()
  const first = clientOf(nodes[0] ?? fresh)
  for (const address of addresses) {
    // A node reads the dates of documents after its start.
    const difference = async () => differenceOf(await bodyOf(clientOf(fresh), address), await bodyOf(first, address))
    await expect.poll(difference, { message: `${address} of a fresh node` }).toBe('')
  }
  for (const node of [...nodes, fresh]) await expectMirrored(node, store)
  expect.soft(findLostRecords(fresh.site)).toEqual([])
}

async function expectMirrored({ site }: Node, store: Cluster['store']) {
  let different: string[] = []
  await until(
    async () => {
      different = await findDifferences(store, site)
      return different.length === 0
    },
    () => `Mirror and bucket differ: ${different.join(', ')}`,
    60_000,
  )
}

async function bodyOf(client: Client, address: string) {
  const response = await client.fetch(address, { cookie: '' })
  return Buffer.concat([Buffer.from(`${response.status} `), Buffer.from(await response.arrayBuffer())])
}

/** The first bytes that differ, with their surroundings; empty if none differ. */
function differenceOf(one: Buffer, other: Buffer) {
  if (one.equals(other)) return ''
  const at = one.findIndex((byte, index) => byte !== other[index])
  return [one, other].map((bytes) => bytes.subarray(Math.max(0, at - 60), at + 60).toString()).join('\n')
}
