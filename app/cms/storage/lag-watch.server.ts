import type { Health } from '#app/cms/platform/health.server.ts'
import type { Storage } from './storage.ts'

const ID = 'store-lags'

/**
 * Behind the other processes by more than this, a process gets no more requests from a load balancer. Longer than a
 * gateway of the store takes to end and another one to respond.
 */
const MAX_LAG_S = 5
const CHECK_MS = 500

/** True while a process has not known the changes of the site for so long that another one should be asked. */
export function isLagging(storage: Pick<Storage, 'lag'>): boolean {
  return storage.lag() > MAX_LAG_S
}

interface LagWatchOptions {
  storage: Pick<Storage, 'lag'>
  health: Pick<Health, 'report' | 'clear'>
}

/** Makes the process unready while it does not know the changes of the site. Returns a function that ends the watch. */
export function watchLag({ storage, health }: LagWatchOptions): () => void {
  const timer = setInterval(() => {
    if (!isLagging(storage)) {
      health.clear(ID)
      return
    }
    health.report({
      id: ID,
      message:
        'This server has not been able to ask the store for changes for some seconds, so its pages may be old. Load balancers and caches prefer other servers. Check the network between this server and the store.',
      isUnready: true,
    })
  }, CHECK_MS).unref()
  return () => {
    clearInterval(timer)
  }
}
