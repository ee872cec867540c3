import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { freePort } from '#test/e2e/start-site.ts'
import { Random } from '#test/random.ts'
import { findDifferences, findLostRecords } from '#test/s3/compare-mirror.ts'
import { startFaultProxy, type Fault } from '#test/s3/fault-proxy.ts'
import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket, variablesOf } from '#test/s3/s3-under-test.ts'
import { findDamage, findProblems, SECTIONS } from './check-files.ts'
import { Client, Refused } from './client.ts'
import { hostOf, isWriter, nodeOn, removeNode, type Node } from './node.ts'
import { makeSite, until } from './site.ts'
import { makeWriters, WITH_ONE_VALUE } from './writes.ts'
import type { Writer } from './writer.ts'

/** How soon a node shows what is in its folders: what is removed is gone from every node within ten seconds. */
const SHOWN_MS = 10_000

/** How soon a node writes after the disturbances of a round, also on a busy machine. */
const WRITES_MS = 30_000

/** `npm run test:nodes` sets 40. RELIABILITY_SEED repeats the random choices. */
const ROUNDS = Number(process.env['NODES_ROUNDS'] ?? 1)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

const ROUND_MS = 10_000
const FAULTS: readonly Fault[] = ['refuse', 'cut', 'lose-answer', 'fail-after', 'delay', 'delay-answer', 'late']
/** The share of lists that are older than the last put. */
const STALE_SHARE = 0.3
/** The share of requests to the store that meet a fault. Each save makes about ten requests. */
const FAULT_SHARE = 0.03
/** Pause between two writes of one kind, and between two disturbances of nodes (ms). */
const PAUSE_MS = { least: 0, most: 200 }
const CALM_MS = { least: 200, most: 2_500 }
/** How long nodes are halted (ms): short enough for their connections to the store, or too long. */
const HALTS_MS = [
  { least: 50, most: 800 },
  { least: 5_100, most: 7_000 },
]

const FAKETIME_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
}, 60_000)

test(
  `${ROUNDS} × ${ROUND_MS / 1_000} s, seed ${SEED}: three nodes are halted and killed while their store delays, refuses and cuts requests; nothing acknowledged is lost, nothing deleted comes back`,
  { timeout: ROUNDS * 240_000 + 120_000, retry: 0 },
  async () => {
    const random = new Random(SEED)
    const { nodes, store, setFaults, settleStore } = await startNodes(3)
    const others = () => nodes.flatMap(({ host }) => (host ? [host.origin] : []))
    const administrator = new Client(hostOf(nodes[0]), others)
    await administrator.signIn()
    const { cookie, token } = administrator
    const clientOf = (node: Node) => Object.assign(new Client(hostOf(node), others), { cookie, token })
    // Two writers of each kind, except for counters, which have only one value.
    const writers = [...makeWriters(SEED), ...makeWriters(SEED + 2).slice(WITH_ONE_VALUE)].filter(
      ({ name }) => name !== 'messages',
    )
    for (let round = 1; round <= ROUNDS; round += 1) {
      setFaults((method, path) => {
        if (random.next() < FAULT_SHARE) return random.of(FAULTS)
        return method === 'GET' && path.includes('list-type=') && random.next() < STALE_SHARE ? 'stale-list' : 'none'
      })
      const end = new AbortController()
      const atNode = () => clientOf(random.of(nodes.filter(({ host }) => host !== undefined)))
      const work = writers.map((writer) => keepWriting(writer, atNode, random, end.signal))
      await disturb(nodes, random)
      if (ROUNDS > 1) await EVENTS[round % EVENTS.length]?.(nodes)
      end.abort()
      expect(await Promise.all(work), `refused in round ${round}`).toEqual(writers.map(() => []))
      setFaults(() => 'none')
      await settleStore()
      await until(
        async () => (await Promise.all(nodes.map(isWriter))).includes(true),
        () => `No node writes after round ${round}`,
        WRITES_MS,
      )
      for (const node of nodes) {
        await untilMirrored(store, node)
        // A node shows what is in its folders a moment later.
        let lost: string[] = []
        await until(
          async () => {
            lost = (await Promise.all(writers.map((writer) => findLost(writer, clientOf(node))))).flat()
            return lost.length === 0
          },
          () => `Lost, or there again, after round ${round}: ${lost.join(', ')}`,
          SHOWN_MS,
        )
      }
    }
    // The writer last: a node that becomes the writer completes edits, and one that is about to stop has half of it.
    const stopped = await readersFirst(nodes)
    for (const node of stopped) expect(await hostOf(node).stop(), 'the exit code').toBe(0)
    for (const { site } of nodes) {
      expect(findDamage(site, SECTIONS)).toEqual([])
      expect(findLostRecords(site)).toEqual([])
    }
    // The other folders have the same, except for pending records.
    for (const { site } of stopped.slice(-1)) expect(findProblems(site)).toEqual([])
    for (const { name, acknowledged } of writers) console.info(`${name}: ${acknowledged}`)
  },
)

/** What is missing; a form that a busy node cannot show at the moment is asked for again. */
async function findLost(writer: Writer, client: Client): Promise<string[]> {
  try {
    return await writer.findLost(client)
  } catch (error) {
    if (error instanceof Refused && error.status === 503) return [error.message]
    throw error
  }
}

/**
 * Resolves when the folders of a node have the content of the bucket. Pending records do not matter, because they are
 * compared only once a minute.
 */
async function untilMirrored(store: StoreSettings, { site }: Node) {
  let differences: string[] = []
  await until(
    async () => {
      differences = (await findDifferences(store, site)).filter((difference) => !difference.endsWith('.pending'))
      return differences.length === 0
    },
    () => `Folders and bucket differ: ${differences.join(', ')}`,
    90_000,
  )
}

async function readersFirst(nodes: readonly Node[]): Promise<Node[]> {
  const found = await Promise.all(nodes.map(async (node) => ({ node, writes: await isWriter(node) })))
  return found.sort((a, b) => Number(a.writes) - Number(b.writes)).map(({ node }) => node)
}

/** Nodes on a store in memory behind two gateways, which make faults. */
async function startNodes(count: number) {
  const memory = await startMemoryS3()
  ends.push(memory.stop)
  const gateways = [await startFaultProxy(memory.endpoint), await startFaultProxy(memory.endpoint)]
  for (const { stop } of gateways) ends.push(stop)
  const store = await makeBucket(gateways.map(({ endpoint }) => endpoint))
  const publicOrigin = `http://127.0.0.1:${await freePort()}`
  const nodes: Node[] = []
  for (let number = 0; number < count; number += 1) {
    // The first node fills the bucket, the others fill their folders from it.
    const site = await makeSite({ isEmpty: number > 0 })
    const node = nodeOn(site, await freePort(), { ...variablesOf(store), PUBLIC_ORIGIN: publicOrigin })
    ends.push(() => removeNode(node))
    await node.start()
    nodes.push(node)
  }
  return {
    nodes,
    store,
    setFaults(next: (method: string, path: string) => Fault) {
      for (const gateway of gateways) gateway.faultOf = next
    },
    /** Resolves when no earlier request is still on its way to the store. */
    settleStore: () =>
      until(
        () => gateways.every(({ countLate }) => countLate() === 0),
        () => 'A request has not been passed on',
      ),
  }
}

/** Writes until the signal. Resolves with the refusals that nothing explains. */
async function keepWriting(writer: Writer, atNode: () => Client, random: Random, end: AbortSignal): Promise<string[]> {
  const refusals: string[] = []
  while (!end.aborted) {
    try {
      await writer.write(atNode())
    } catch (error) {
      if (error instanceof Refused && !isExplained(error)) refusals.push(`${writer.name}: ${error.message}`)
    }
    await wait(random.between(PAUSE_MS.least, PAUSE_MS.most))
  }
  return refusals
}

/**
 * 503: the node was killed, or could not reach the store or a writer. 409: the outcome of the save before this one was
 * unknown, and it happened after the form was read.
 */
function isExplained({ status }: Refused) {
  return status === 503 || status === 409
}

/** One of them happens in each round of the long form. */
const EVENTS: readonly ((nodes: readonly Node[]) => Promise<void>)[] = [
  (nodes) => halt(nodes, { writes: true, seconds: 15 }),
  (nodes) => halt(nodes, { writes: false, seconds: 40 }),
  restartAll,
  (nodes) => startWithClock(nodes, '+5m'),
  (nodes) => halt(nodes, { writes: true, seconds: 40 }),
  (nodes) => startWithClock(nodes, '-1h'),
  (nodes) => halt(nodes, { writes: true, seconds: 120 }),
  restartAll,
  (nodes) => startWithClock(nodes, '-5m'),
  (nodes) => halt(nodes, { writes: false, seconds: 120 }),
  (nodes) => startWithClock(nodes, '+1h'),
]

/** Halts the node that writes, or another one. */
async function halt(nodes: readonly Node[], { writes, seconds }: { writes: boolean; seconds: number }) {
  const stopped = await readersFirst(nodes)
  const { process } = hostOf(writes ? stopped.at(-1) : stopped[0])
  process.kill('SIGSTOP')
  await wait(seconds * 1_000)
  process.kill('SIGCONT')
}

/** Kills all nodes at once, and starts them at once. */
async function restartAll(nodes: readonly Node[]) {
  const hosts = nodes.map(hostOf)
  for (const node of nodes) node.host = undefined
  await Promise.all(hosts.map((host) => host.kill()))
  await Promise.all(nodes.map((node) => node.start()))
}

/** Starts a node with a wrong clock for some seconds. It must not write, and says why. */
async function startWithClock(nodes: readonly Node[], offset: string) {
  const [node] = await readersFirst(nodes)
  if (!node) return
  await hostOf(node).kill()
  node.host = undefined
  await node.start({
    LD_PRELOAD: FAKETIME_LIBRARY,
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  })
  const wrong = hostOf(node)
  await wait(10_000)
  expect(await (await fetch(`${wrong.origin}/readyz`)).text(), offset).toContain('clock-differs')
  expect(await isWriter(node), `${offset} writes`).toBe(false)
  node.host = undefined
  await wrong.kill()
  await node.start()
}

/** Halts and kills nodes, one at a time, for the duration of a round. All of them are up at the end. */
async function disturb(nodes: readonly Node[], random: Random) {
  const end = performance.now() + ROUND_MS
  for (;;) {
    await wait(random.between(CALM_MS.least, CALM_MS.most))
    if (performance.now() > end) return
    const node = random.of(nodes)
    const host = hostOf(node)
    if (random.next() < 0.7) {
      const { least, most } = random.of(HALTS_MS)
      host.process.kill('SIGSTOP')
      await wait(random.between(least, most))
      host.process.kill('SIGCONT')
    } else {
      node.host = undefined
      await host.kill()
      await node.start()
    }
  }
}
