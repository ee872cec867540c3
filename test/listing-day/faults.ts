import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#test/random.ts'
import type { Cluster, PlayedSite } from './played-site.ts'

/** The faults, which come in turn. */
export const FAULTS = ['node killed', 'node halted', 'gateway killed', 'OSD killed', 'cache killed'] as const
export type FaultKind = (typeof FAULTS)[number]

interface Options {
  site: PlayedSite
  cluster: Cluster
  random: Random
  isOver: () => boolean
  /** Called when something goes down. The function that it returns is called when that is up again. */
  onDown: (kind: FaultKind) => () => void
}

/** Pause between two faults (ms). */
const CALM_MS = { least: 8_000, most: 16_000 }

/**
 * Makes one part after another go down and come up again: each kind once in a random order, then in another one.
 * Resolves with the number of faults of each kind.
 */
export async function playFaults(options: Options): Promise<Record<FaultKind, number>> {
  const { random, isOver, onDown } = options
  const counts = { 'node killed': 0, 'node halted': 0, 'gateway killed': 0, 'OSD killed': 0, 'cache killed': 0 }
  let turn: FaultKind[] = []
  for (;;) {
    await calm(random.between(CALM_MS.least, CALM_MS.most), isOver)
    if (isOver()) return counts
    if (turn.length === 0) turn = random.shuffled(FAULTS)
    const kind = turn.pop() ?? 'node killed'
    const up = onDown(kind)
    await play(kind, options)
    up()
    counts[kind] += 1
  }
}

async function play(kind: FaultKind, { site, cluster, random }: Options) {
  const { ceph, caches } = cluster
  switch (kind) {
    case 'node killed': {
      const node = random.of(site.nodes)
      const { host } = node
      node.host = undefined
      await host?.kill()
      await wait(random.between(0, 3_000))
      await node.start()
      return
    }
    case 'node halted': {
      const node = random.of(site.nodes)
      node.host?.process.kill('SIGSTOP')
      await wait(random.between(2_000, 6_000))
      node.host?.process.kill('SIGCONT')
      return
    }
    case 'gateway killed':
    case 'OSD killed': {
      const part = kind === 'OSD killed' ? 'osd' : 'gateway'
      const number = random.below(part === 'osd' ? 3 : 2)
      await ceph.kill(part, number)
      await wait(random.between(3_000, 8_000))
      ceph.start(part, number)
      // Time until it takes part again. No request waits for that, because the others do its work.
      await wait(4_000)
      return
    }
    case 'cache killed': {
      const cache = random.of(caches)
      await cache.kill()
      await wait(random.between(500, 3_000))
      await cache.start()
    }
  }
}

async function calm(milliseconds: number, isOver: () => boolean) {
  for (let waited = 0; waited < milliseconds && !isOver(); waited += 200) await wait(200)
}
