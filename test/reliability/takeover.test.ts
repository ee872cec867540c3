import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#test/e2e/start-site.ts'
import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket, variablesOf } from '#test/s3/s3-under-test.ts'
import { Client } from './client.ts'
import { hostOf, isWriter, nodeOn, removeNode, type Node } from './node.ts'
import { makeSite, type Site } from './site.ts'

/** What is promised: the next node writes so soon after the one that wrote has ended without a word. */
const PROMISED_MS = 10_000

/** `npm run test:nodes` sets 5 kills with a load of 8, and one after 11 minutes, when a bucket is asked seldom. */
const KILLS = Number(process.env['TAKEOVER_KILLS'] ?? 1)
const LOAD = Number(process.env['TAKEOVER_LOAD'] ?? 0)
const QUIET_MINUTES = Number(process.env['TAKEOVER_QUIET_MINUTES'] ?? 0)

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
}, 60_000)

test.each([
  { place: 'shared folders', start: startOnFolders, quietMinutes: 0 },
  { place: 'a bucket', start: startOnBucket, quietMinutes: 0 },
  ...(QUIET_MINUTES > 0
    ? [{ place: 'a bucket in quiet times', start: startOnBucket, quietMinutes: QUIET_MINUTES }]
    : []),
])(
  `three nodes on $place, load ${LOAD}: the next one writes within ten seconds after a kill of the one that wrote`,
  { timeout: 180_000 + KILLS * 120_000 + QUIET_MINUTES * 60_000, retry: 1 },
  async ({ place, start, quietMinutes }) => {
    const nodes = await start()
    const administrator = new Client(hostOf(nodes[0]))
    await administrator.signIn()
    const { cookie, token } = administrator
    const took: number[] = []
    for (let kill = 1; kill <= (quietMinutes > 0 ? 1 : KILLS); kill += 1) {
      await wait(quietMinutes * 60_000)
      const load = startLoad(LOAD)
      const killed = await writerOf(nodes)
      const others = nodes.filter((node) => node !== killed)
      await hostOf(killed).kill()
      const began = performance.now()
      // A balancer asks who writes, as `deploy/nginx.conf` does for each request.
      const client = Object.assign(new Client(hostOf(others[0]), () => others.map((node) => hostOf(node).origin)), {
        cookie,
        token,
      })
      await untilSaved(client, kill)
      took.push(performance.now() - began)
      endLoad(load)
      killed.host = undefined
      await killed.start()
    }
    const figures = took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')
    process.stdout.write(`${place}, load ${LOAD}: from the kill to the next accepted save ${figures}\n`)
    expect(Math.max(...took)).toBeLessThan(PROMISED_MS)
  },
)

async function startOnFolders(): Promise<Node[]> {
  const site = await makeSite()
  return startNodes(site, (number) => (number === 0 ? site : { ...site, remove: () => Promise.resolve() }), {
    ROLE: 'standby',
  })
}

async function startOnBucket(): Promise<Node[]> {
  const memory = await startMemoryS3()
  ends.push(memory.stop)
  // The first node fills the bucket, the others fill their folders from it.
  const first = await makeSite()
  const others = await Promise.all([1, 2].map(() => makeSite({ isEmpty: true })))
  return startNodes(first, (number) => others[number - 1] ?? first, variablesOf(await makeBucket([memory.endpoint])))
}

async function startNodes(first: Site, siteOf: (number: number) => Site, variables: Record<string, string>) {
  const publicOrigin = `http://127.0.0.1:${await freePort()}`
  const nodes: Node[] = []
  for (let number = 0; number < 3; number += 1) {
    const node = nodeOn(siteOf(number), await freePort(), { PUBLIC_ORIGIN: publicOrigin, ...variables })
    ends.push(() => removeNode(node))
    await node.start()
    nodes.push(node)
  }
  return nodes
}

async function writerOf(nodes: readonly Node[]): Promise<Node> {
  for (;;) {
    for (const node of nodes) if (await isWriter(node)) return node
    await wait(50)
  }
}

async function untilSaved(client: Client, number: number) {
  const content = { title: `Takeover ${number}`, description: 'A photo.', imageUrl: 'gallery-1-f74cd28b.jpg' }
  for (;;) {
    const isSaved = await client.post('gallery', content).then(
      () => true,
      () => false,
    )
    if (isSaved) return
    await wait(50)
  }
}

/** Processes that want a core each. */
function startLoad(count: number): ChildProcess[] {
  const load = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  ends.push(async () => {
    await Promise.resolve()
    endLoad(load)
  })
  return load
}

function endLoad(load: readonly ChildProcess[]) {
  for (const child of load) child.kill('SIGKILL')
}
