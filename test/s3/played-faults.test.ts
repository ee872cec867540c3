import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import { freePort } from '#test/e2e/start-site.ts'
import { Client, isWriterAt, Refused } from '#test/reliability/client.ts'
import { hostOf, nodeOn, removeNode, type Node } from '#test/reliability/node.ts'
import { isSeenAt, prepareRelease, startVisitorOf, stateOf, type Release } from '#test/reliability/releases.ts'
import { makeSite, until } from '#test/reliability/site.ts'
import { findDifferences, findLostRecords } from './compare-mirror.ts'
import { makeBucket, variablesOf } from './s3-under-test.ts'
import { startCeph, type Ceph } from './start-ceph.ts'
import { startStoreLink, type StoreLink } from '#test/listing-day/store-link.ts'

/** A scheduled release is due so long after it was scheduled, at least (ms). */
const SCHEDULE_MS = 12_000
/** No writer, or none that responds; or a form of before a change whose outcome was unknown. */
const PASSING = new Set([409, 502, 503, 504])
/** After a fault everything is as it stays within this time (ms). */
const SETTLE_MS = 30_000
const FAKETIME_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

interface PlayedNode extends Node {
  link: StoreLink
  number: number
}

let ceph: Ceph
let store: StoreSettings
const nodes: PlayedNode[] = []
/** The ids of the photos whose save was acknowledged, and which were not removed since. */
const saved = new Set<string>()
/** The acknowledged saves that are not in `saved` any more. */
let acknowledged = 0
let credentials: { cookie: string; token: string }
let publicOrigin: string

beforeAll(async () => {
  ceph = await startCeph()
  store = await makeBucket(ceph.endpoints)
  publicOrigin = `http://127.0.0.1:${await freePort()}`
  for (const isEmpty of [false, true, true]) await addNode(isEmpty)
  const administrator = clientOf(nodes[0])
  await administrator.signIn()
  credentials = { cookie: administrator.cookie, token: administrator.token }
}, 300_000)

afterAll(async () => {
  for (const node of nodes) {
    await removeNode(node)
    await node.link.stop()
  }
  await ceph.stop()
}, 60_000)

async function addNode(isEmpty: boolean, variables: Record<string, string> = {}): Promise<PlayedNode> {
  const link = await startStoreLink(ceph.endpoints[0] ?? '')
  const site = await makeSite({ isEmpty })
  const ofStore = { ...variablesOf(store), S3_ENDPOINT: link.endpoint, PUBLIC_ORIGIN: publicOrigin }
  const node = Object.assign(nodeOn(site, await freePort(), { ...ofStore, ...variables }), {
    link,
    number: nodes.length,
  })
  await node.start()
  nodes.push(node)
  return node
}

const clientOf = (node: Node | undefined) => Object.assign(new Client(hostOf(node), originsOfNodes), credentials)
const originsOfNodes = () => nodes.flatMap(({ host }) => (host ? [host.origin] : []))

const isWriter = async ({ host }: Node) => host !== undefined && (await isWriterAt(host.origin))

/** The node that writes, once there is one. */
async function findWriter(besides?: Node): Promise<PlayedNode> {
  let found: PlayedNode | undefined
  await until(
    async () => {
      for (const node of nodes) if (node !== besides && (await isWriter(node))) found = node
      return found !== undefined
    },
    () => 'No node writes',
    SETTLE_MS,
  )
  if (!found) throw new Error('No node writes')
  return found
}

/** Repeats what a node refuses for the moment. */
async function insist<Result>(action: () => Promise<Result>, milliseconds = 60_000): Promise<Result> {
  const deadline = performance.now() + milliseconds
  for (;;) {
    try {
      return await action()
    } catch (error) {
      const isFinal = error instanceof Refused && !PASSING.has(error.status)
      if (isFinal || performance.now() > deadline) throw error
      await wait(100)
    }
  }
}

/** So many acknowledged photos stay in the gallery, which may have 500: those of unknown outcome come on top. */
const MAX_SAVED = 300

let titles = 0
/** Adds a photo. Beyond the limit it first removes the oldest one, whose removal need not be acknowledged. */
async function save(node: Node) {
  const [oldest] = saved
  if (oldest !== undefined && saved.size >= MAX_SAVED) {
    saved.delete(oldest)
    acknowledged += 1
    await clientOf(node).remove(`gallery/${oldest}`)
  }
  titles += 1
  const fields = { title: `Photo ${titles}`, description: 'A photo.', imageUrl: 'gallery-1-f74cd28b.jpg' }
  saved.add(await clientOf(node).post('gallery', fields))
}

/** Saves through the nodes by turns until it is ended. Resolves with the longest time without a save. */
function keepSaving(through: () => readonly Node[]) {
  const end = new AbortController()
  let longest = 0
  let refused = 0
  const work = (async () => {
    let last = performance.now()
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      const own = through()
      const node = own[turn % own.length]
      try {
        if (node?.host) await save(node)
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      } catch (error) {
        if (error instanceof Refused && !PASSING.has(error.status)) throw error
        refused += 1
      }
      await wait(30)
    }
    return { longest, refused }
  })()
  return () => {
    end.abort()
    return work
  }
}

/** The acknowledged saves that a node does not show. */
async function lostOn(node: Node): Promise<string[]> {
  const ids = new Set((await clientOf(node).list('gallery')).map((entry) => String(entry['_id'])))
  return [...saved].filter((id) => !ids.has(id))
}

async function stateInBucket({ page }: Release): Promise<string> {
  const client = new S3Client(store)
  const found = await client.read(`data/releases/${page.split('/').at(-1) ?? ''}.json`, 1_000_000)
  client.close()
  return String((JSON.parse(found?.bytes.toString() ?? '{}') as { state?: string }).state)
}

async function schedule(node: Node, release: Release): Promise<number> {
  const due = Math.ceil((Date.now() + SCHEDULE_MS) / 1_000) * 1_000
  // The field contains the time in India.
  const time = new Date(due + 5.5 * 3_600_000).toISOString().slice(0, 19)
  await clientOf(node).postForm(release.page, { intent: 'schedule', name: release.name, time })
  return due
}

/** The addresses at which a node shows a release to visitors, and those at which it does not. */
async function seenOn(node: Node, release: Release) {
  const seen: string[] = []
  const unseen: string[] = []
  for (const address of [...release.pages, ...release.files]) {
    const isSeen = await isSeenAt(clientOf(node), release, address)
    if (isSeen) seen.push(address)
    else unseen.push(address)
  }
  return { seen, unseen }
}

async function expectEverywhere(release: Release, state: 'Published' | 'Undone') {
  for (const node of nodes) {
    let wrong: string[] = []
    await until(
      async () => {
        const { seen, unseen } = await seenOn(node, release)
        wrong = state === 'Published' ? unseen : seen
        return wrong.length === 0
      },
      () => `Node ${node.number} does not show that ${release.name} is ${state}: ${wrong.join(', ')}`,
      SETTLE_MS,
    )
    expect(await insist(() => stateOf(clientOf(node), release)), `on node ${node.number}`).toBe(state)
  }
  // A release that was undone is open again.
  expect(await stateInBucket(release)).toBe(state === 'Undone' ? 'open' : 'published')
}

let releases = 0
const nextRelease = () => {
  releases += 1
  return insist(() => prepareRelease(clientOf(nodes[0]), `played-${releases}`))
}

const sleepUntil = (time: number) => wait(Math.max(0, time - Date.now()))

// Each test depends on the ones before.
describe('three nodes on Ceph, each behind a network of its own', { retry: 0 }, () => {
  test('a scheduled release is on all nodes within a second of its moment, and as a whole on each', async () => {
    const release = await nextRelease()
    const due = await schedule(nodes[1] as Node, release)
    const visitors = nodes.map((node) => startVisitorOf(hostOf(node), release, { pause: 10 }))
    await sleepUntil(due + 3_000)
    const turned = visitors.map((visitor) => visitor.turnedAt() + performance.timeOrigin - due)
    for (const [number, seen] of (await Promise.all(visitors.map((visitor) => visitor.end()))).entries()) {
      const first = seen.indexOf(true)
      expect(first, `node ${number}`).toBeGreaterThan(0)
      expect(seen.slice(first), `node ${number}`).not.toContain(false)
    }
    console.info(`scheduled: on the nodes after ${turned.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    for (const ms of turned) expect(ms).toBeGreaterThan(-50)
    await expectEverywhere(release, 'Published')
    await insist(() => clientOf(nodes[2]).postForm(release.page, { intent: 'undo' }))
    await expectEverywhere(release, 'Undone')
    expect(Math.max(...turned)).toBeLessThan(1_000)
  }, 120_000)

  const faults = {
    'cut off without a word': {
      ms: 24_000,
      begin: (node: PlayedNode) => node.link.set('black hole'),
      end: (node: PlayedNode) => node.link.set('open'),
    },
    'refused by the store': {
      ms: 24_000,
      begin: (node: PlayedNode) => node.link.set('refused'),
      end: (node: PlayedNode) => node.link.set('open'),
    },
    halted: {
      ms: 40_000,
      begin: (node: PlayedNode) => void hostOf(node).process.kill('SIGSTOP'),
      end: (node: PlayedNode) => void hostOf(node).process.kill('SIGCONT'),
    },
  }
  test.each(Object.entries(faults).flatMap(([name, fault]) => [-1_000, 40].map((after) => ({ name, fault, after }))))(
    'the writer is $name from $after ms after the moment of a release, which staff undo meanwhile: it stays undone',
    async ({ name, fault, after }) => {
      const release = await nextRelease()
      const writer = await findWriter()
      const others = nodes.filter((node) => node !== writer)
      const due = await schedule(writer, release)
      const finish = keepSaving(() => others)
      await sleepUntil(due + after)
      await fault.begin(writer)
      const began = Date.now()
      onTestFinished(() => fault.end(writer))
      const next = await findWriter(writer)
      const replaced = Date.now() - began
      await until(
        async () => (await stateOf(clientOf(next), release).catch(() => '')) === 'Published',
        () => 'Not published by the next writer',
        SETTLE_MS,
      )
      const published = Date.now() - due
      await insist(() => clientOf(others.find((node) => node !== next)).postForm(release.page, { intent: 'undo' }))
      const undone = Date.now() - due
      await sleepUntil(began + fault.ms)
      await fault.end(writer)
      await wait(10_000)
      const { longest, refused } = await finish()
      console.info(
        `${name}, ${after} ms: next writer after ${replaced} ms, published after ${published} ms, undone after ${undone} ms; longest time without a save ${longest.toFixed(0)} ms, ${refused} refused`,
      )
      await expectEverywhere(release, 'Undone')
      expect(replaced).toBeLessThan(10_000)
    },
    180_000,
  )

  test.each(Object.entries(faults))(
    'the writer is %s for 20 s while staff save on all nodes: nothing that was acknowledged is lost',
    async (name, fault) => {
      const writer = await findWriter()
      const finish = keepSaving(() => nodes.filter((node) => node !== writer))
      const finishOnWriter = keepSaving(() => [writer])
      await wait(1_000)
      await fault.begin(writer)
      onTestFinished(() => fault.end(writer))
      const began = performance.now()
      await findWriter(writer)
      const replaced = performance.now() - began
      await wait(Math.max(0, 20_000 - replaced))
      await fault.end(writer)
      await wait(8_000)
      const { longest, refused } = await finish()
      await finishOnWriter()
      console.info(
        `${name}: next writer after ${replaced.toFixed(0)} ms, longest time without a save ${longest.toFixed(0)} ms, ${refused} refused`,
      )
      for (const node of nodes) await expect.poll(() => lostOn(node), { timeout: 20_000 }).toEqual([])
      expect(replaced).toBeLessThan(10_000)
    },
    120_000,
  )

  test('the writer is killed: another one saves within ten seconds, and nothing that was acknowledged is lost', async () => {
    const writer = await findWriter()
    const finish = keepSaving(() => nodes.filter((node) => node !== writer))
    await wait(1_000)
    await hostOf(writer).kill()
    await wait(12_000)
    const { longest, refused } = await finish()
    console.info(`killed: longest time without a save ${longest.toFixed(0)} ms, ${refused} refused`)
    await writer.start()
    expect(longest).toBeLessThan(10_000)
  }, 120_000)

  test('all nodes are replaced one by one: saves are refused for some seconds at most, and none that was acknowledged is lost', async () => {
    const up = new Set<Node>(nodes)
    const finish = keepSaving(() => [...up])
    for (const node of nodes) {
      // As a balancer does that asks /readyz.
      up.delete(node)
      await hostOf(node).stop()
      await node.start()
      up.add(node)
    }
    const { longest, refused } = await finish()
    console.info(`replaced: longest time without a save ${longest.toFixed(0)} ms, ${refused} refused`)
    expect(longest).toBeLessThan(10_000)
    for (const node of nodes) await expect.poll(() => lostOn(node), { timeout: 20_000 }).toEqual([])
  }, 180_000)

  test.each(['+5m', '-5m'])(
    'a node whose clock is %s off never writes, says so, and follows like the others',
    async (offset) => {
      if (!existsSync(FAKETIME_LIBRARY)) throw new Error('Install libfaketime (Debian: faketime)')
      const wrong = await addNode(true, {
        LD_PRELOAD: FAKETIME_LIBRARY,
        FAKETIME: offset,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_NO_CACHE: '1',
      })
      onTestFinished(async () => {
        nodes.splice(nodes.indexOf(wrong), 1)
        await removeNode(wrong)
        await wrong.link.stop()
      })
      await until(
        async () => (await clientOf(wrong).text('/readyz')).includes('clock-differs'),
        () => 'The clock is not reported',
      )
      const release = await nextRelease()
      const due = await schedule(wrong, release)
      // The others are replaced at the moment of the release.
      const writer = await findWriter()
      expect(writer).not.toBe(wrong)
      await sleepUntil(due - 2_000)
      expect((await seenOn(nodes[0] as Node, release)).seen).toEqual([])
      await sleepUntil(due - 300)
      await hostOf(writer).stop()
      await writer.start()
      await expectEverywhere(release, 'Published')
      expect(await isWriter(wrong)).toBe(false)
      await insist(() => clientOf(wrong).postForm(release.page, { intent: 'undo' }))
      await expectEverywhere(release, 'Undone')
    },
    180_000,
  )

  test('in the end nothing that was acknowledged is lost, and every node has what the bucket has', async () => {
    for (const node of nodes) {
      expect(await lostOn(node), `lost on node ${node.number}`).toEqual([])
      await expect.poll(() => findDifferences(store, node.site), { timeout: 70_000, interval: 1_000 }).toEqual([])
      expect(findLostRecords(node.site)).toEqual([])
    }
    console.info(`${saved.size + acknowledged} saves acknowledged, none of the last ${saved.size} lost`)
  }, 240_000)
})
