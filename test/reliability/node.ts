import type { Host, Site } from './site.ts'

/** A process of the site with its own folders and a fixed address. */
export interface Node {
  readonly site: Site
  readonly port: number
  /** Undefined while it is not ready. */
  host: Host | undefined
  /** True while it is halted, cut off or about to stop: a balancer sends nobody there. */
  isAway: boolean
  /** Starts the process, with further variables. Resolves when it is ready. */
  start: (others?: Record<string, string>) => Promise<void>
}

export function nodeOn(site: Site, port: number, variables: Record<string, string>): Node {
  const node: Node = {
    site,
    port,
    host: undefined,
    isAway: false,
    async start(others = {}) {
      node.host = await site.start({ ...variables, ...others, HOST: '127.0.0.1', PORT: String(port) })
    },
  }
  return node
}

/** Ends the process and removes its folders. */
export async function removeNode({ host, site }: Node): Promise<void> {
  await host?.kill()
  await site.remove()
}

/** The process of a node that is up. Throws if the node is down. */
export function hostOf(node: Node | undefined): Host {
  if (!node?.host) throw new Error('The node is down')
  return node.host
}

/** True if a node that is up is the one that writes. */
export async function isWriter(node: Node): Promise<boolean> {
  return (await fetch(`${hostOf(node).origin}/readyz/writer`)).ok
}
