import { setTimeout as wait } from 'node:timers/promises'
import { withDeadline } from '#app/cms/platform/within.ts'
import type { Random } from '#test/random.ts'
import { hostOf, type Node } from '#test/reliability/node.ts'
import type { Cluster, PlayedSite } from './played-site.ts'
import type { Releases } from './staff.ts'
import type { LinkState } from './store-link.ts'

/**
 * The faults, which come in turn. `at a release`: the node that writes is halted or cut off from the store shortly before
 * or after the moment of a scheduled release, for so long that staff undo the release meanwhile.
 */
export const FAULTS = [
  'node killed',
  'node halted',
  'node cut off',
  'node refused by the store',
  'nodes updated',
  'at a release',
  'gateway killed',
  'OSD killed',
  'cache killed',
] as const
type FaultKind = (typeof FAULTS)[number]

interface Options {
  site: PlayedSite
  cluster: Cluster
  random: Random
  releases: Releases
  isOver: () => boolean
  /** Called when something goes down. The function that it returns is called when that is up again. */
  onDown: (kind: string) => () => void
}

/** Pause between two faults (ms). */
const CALM_MS = { least: 8_000, most: 16_000 }
/** A short pause of a machine or network, and one in which another node begins to write (ms). */
const SHORT_MS = { least: 2_000, most: 6_000 }
const LONG_MS = { least: 15_000, most: 40_000 }
/** A scheduled release is waited for so long (ms). */
const RELEASE_MS = 60_000

/**
 * Makes one part after another go down and come up again: each kind once in a random order, then in another one.
 * Resolves with the number of faults of each kind.
 */
export async function playFaults(options: Options): Promise<Map<FaultKind, number>> {
  const { random, isOver } = options
  const counts = new Map<FaultKind, number>(FAULTS.map((kind) => [kind, 0]))
  let turn: FaultKind[] = []
  for (;;) {
    await calm(random.between(CALM_MS.least, CALM_MS.most), isOver)
    if (isOver()) return counts
    if (turn.length === 0) turn = random.shuffled(FAULTS)
    const kind = turn.pop() ?? 'node killed'
    await play(kind, options)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
}

async function play(kind: FaultKind, options: Options) {
  const { cluster, random, onDown } = options
  const { ceph, caches } = cluster
  if (kind === 'at a release') {
    await playAtRelease(options)
    return
  }
  const up = onDown(kind)
  switch (kind) {
    case 'node killed': {
      const node = await someNode(options)
      const { host } = node
      node.host = undefined
      await host?.kill()
      await wait(random.between(0, 3_000))
      await node.start()
      break
    }
    case 'node halted':
      await halt(await someNode(options), someTime(random))
      break
    case 'node cut off':
    case 'node refused by the store':
      await cutOff(await someNode(options), kind === 'node cut off' ? 'black hole' : 'refused', {
        cluster,
        ms: someTime(random),
      })
      break
    case 'nodes updated':
      await updateInTurn(options)
      break
    case 'gateway killed':
    case 'OSD killed': {
      const part = kind === 'OSD killed' ? 'osd' : 'gateway'
      const number = random.below(part === 'osd' ? 3 : 2)
      await ceph.kill(part, number)
      await wait(random.between(3_000, 8_000))
      ceph.start(part, number)
      // Time until it takes part again. No request waits for that, because the others do its work.
      await wait(4_000)
      break
    }
    case 'cache killed': {
      const cache = random.of(caches)
      await cache.kill()
      await wait(random.between(500, 3_000))
      await cache.start()
    }
  }
  up()
}

/** Halts the node that writes, or cuts it off, around the moment of the next scheduled release. */
async function playAtRelease(options: Options) {
  const { cluster, random, releases, onDown, isOver } = options
  const waited = performance.now()
  while (releases.due === undefined || releases.due < performance.now() + 2_000) {
    if (isOver() || performance.now() - waited > RELEASE_MS) return
    await wait(100)
  }
  const offset = random.between(-1_500, 300)
  await wait(releases.due + offset - performance.now())
  const node = await writerOf(options)
  const ms = random.between(LONG_MS.least, LONG_MS.most)
  const state = random.of(['halted', 'black hole', 'refused'] as const)
  const up = onDown(`at a release (${Math.round(offset)} ms): ${state}`)
  await (state === 'halted' ? halt(node, ms) : cutOff(node, state, { cluster, ms }))
  up()
}

/** One node after the other is asked to stop, and started again, as a new version would be. */
async function updateInTurn({ site }: Options) {
  for (const node of site.nodes) {
    const host = hostOf(node)
    node.isAway = true
    await host.stop()
    node.host = undefined
    await node.start()
    node.isAway = false
  }
}

async function halt(node: Node, ms: number) {
  const { process } = hostOf(node)
  node.isAway = true
  process.kill('SIGSTOP')
  await wait(ms)
  process.kill('SIGCONT')
  node.isAway = false
}

async function cutOff(node: Node, state: LinkState, { cluster, ms }: { cluster: Cluster; ms: number }) {
  const links = cluster.linksOf(node)
  // Staff are sent to a node that is ready.
  node.isAway = true
  for (const link of links) await link.set(state)
  await wait(ms)
  for (const link of links) await link.set('open')
  node.isAway = false
}

/** The node that writes as often as another one. */
async function someNode(options: Options): Promise<Node> {
  return options.random.next() < 0.5 ? writerOf(options) : options.random.of(options.site.nodes)
}

/** The node that writes; any if none does at the moment. */
async function writerOf({ site, random }: Options): Promise<Node> {
  for (const node of site.nodes) {
    const address = `${hostOf(node).origin}/readyz/writer`
    const response = await withDeadline(2_000, (signal) => fetch(address, { signal })).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return node
  }
  return random.of(site.nodes)
}

/** A pause that passes unnoticed, or one in which another node takes part of the work. */
function someTime(random: Random) {
  const { least, most } = random.next() < 0.5 ? SHORT_MS : LONG_MS
  return random.between(least, most)
}

async function calm(milliseconds: number, isOver: () => boolean) {
  for (let waited = 0; waited < milliseconds && !isOver(); waited += 200) await wait(200)
}
