import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { startVarnishOfDeploy, type CachingProxy } from '#test/e2e/start-caching-proxy.ts'
import { freePort } from '#test/e2e/start-site.ts'
import { Client } from '#test/reliability/client.ts'
import { nodeOn, removeNode, type Node } from '#test/reliability/node.ts'
import { makeSite } from '#test/reliability/site.ts'
import { makeBucket, variablesOf } from '#test/s3/s3-under-test.ts'
import { startCeph, type Ceph } from '#test/s3/start-ceph.ts'
import { startStoreLink, type StoreLink } from './store-link.ts'

const PURGE_SECRET = 'purge-secret-of-the-listing-day'

/** The site of a listing day, with the parts behind it and in front of it. */
export interface PlayedSite {
  nodes: readonly Node[]
  /** The ports for visitors: of the caches, or of the only node. */
  entrances: readonly number[]
  /** PUBLIC_ORIGIN of every node. */
  publicOrigin: string
  /** Undefined for one process on a disk. */
  cluster: Cluster | undefined
  stop: () => Promise<void>
}

export interface Cluster {
  ceph: Ceph
  store: StoreSettings
  caches: readonly Cache[]
  /** Makes one more node, with empty folders. Does not start it. */
  addNode: () => Promise<Node>
  /** The network between a node and the gateways of the store. */
  linksOf: (node: Node) => readonly StoreLink[]
}

export interface Cache {
  kill: () => Promise<void>
  start: () => Promise<void>
}

/** One process on the disk, and nothing else. */
export async function playOnDisk(): Promise<PlayedSite> {
  const port = await freePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  const node = nodeOn(await makeSite(), port, { PUBLIC_ORIGIN: publicOrigin })
  await node.start()
  return { nodes: [node], entrances: [port], publicOrigin, cluster: undefined, stop: () => removeNode(node) }
}

/**
 * Nodes on a bucket of a Ceph with three OSDs and two gateways, behind two caches. They are started as README and
 * `deploy/` say, with the Varnish configuration that ships.
 */
export async function playOnBucket(count: number): Promise<PlayedSite> {
  const ceph = await startCeph({ osds: 3, gateways: 2, store: 'bluestore' })
  const nodes: Node[] = []
  const links = new Map<Node, StoreLink[]>()
  const caches: (Cache & { stop: () => Promise<void> })[] = []
  async function stop() {
    for (const cache of caches) await cache.stop()
    for (const node of nodes) await removeNode(node)
    for (const link of [...links.values()].flat()) await link.stop()
    await ceph.stop()
  }
  try {
    const store = await makeBucket(ceph.endpoints)
    const entrances = [await freePort(), await freePort()]
    const publicOrigin = `http://127.0.0.1:${entrances[0] ?? 0}`
    const variables = {
      ...variablesOf(store),
      PUBLIC_ORIGIN: publicOrigin,
      PURGE_URLS: entrances.map((port) => `varnish+http://127.0.0.1:${port}`).join(','),
      PURGE_SECRET,
    }
    const addNode = async () => {
      // The first node fills the bucket, the others fill their folders from it.
      const own = await Promise.all(ceph.endpoints.map(startStoreLink))
      const node = nodeOn(await makeSite({ isEmpty: nodes.length > 0 }), await freePort(), {
        ...variables,
        S3_ENDPOINT: own.map(({ endpoint }) => endpoint).join(','),
      })
      nodes.push(node)
      links.set(node, own)
      return node
    }
    for (let number = 0; number < count; number += 1) await (await addNode()).start()
    const origins = nodes.map(({ port }) => `http://127.0.0.1:${port}`)
    for (const port of entrances) {
      const cache = cacheAt(port, origins)
      await cache.start()
      caches.push(cache)
    }
    return {
      nodes: [...nodes],
      entrances,
      publicOrigin,
      cluster: { ceph, store, caches, addNode, linksOf: (node) => links.get(node) ?? [] },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function cacheAt(port: number, origins: readonly string[]) {
  let running: CachingProxy | undefined
  return {
    async start() {
      running = await startVarnishOfDeploy(origins, { port, secret: PURGE_SECRET })
    },
    async kill() {
      await running?.kill()
      running = undefined
    },
    async stop() {
      await running?.stop()
    },
  }
}

/** The administrator at a node, or at the address for browsers, with the credentials of another client. */
export function clientAt({ publicOrigin }: PlayedSite, origin: string, { cookie, token }: Client): Client {
  return Object.assign(new Client({ origin, publicOrigin }), { cookie, token })
}
