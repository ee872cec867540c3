import { z } from 'zod'
import { expect, test as base } from '../fixtures.ts'
import { startCachingProxy, startNginxOfDeploy, startVarnishOfDeploy } from '../start-caching-proxy.ts'
import { freePort, startSite, type Site } from '../start-site.ts'

/** The name of the account. Its first word is in everything that only staff may see. */
export const STAFF = 'canary-name'

/** Shared by the site and Varnish. */
export const PURGE_SECRET = 'purge-secret-of-the-tests'

/** What a site behind a proxy of this machine needs. */
export const BEHIND_PROXY = { TRUST_PROXY: 'true', ALLOWED_HOSTS: '127.0.0.1' }

interface Proxied {
  site: Site
  /** An nginx that caches every response that does not forbid it. */
  port: number
  /** The caches that `deploy/` has configurations for. */
  nginx: number
  varnish: number
}

/** A site behind caches, which the tests of a worker share. */
export const test = base.extend<object, { proxied: Proxied }>({
  proxied: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
    async ({}, use) => {
      const varnishPort = await freePort()
      // The first to stop is the last one that has started. If one does not start, the others are stopped too.
      const running: { stop: () => Promise<unknown> }[] = []
      const keep = <Started extends { stop: () => Promise<unknown> }>(started: Started) => {
        running.unshift(started)
        return started
      }
      try {
        const purging = { PURGE_URLS: `varnish+http://127.0.0.1:${varnishPort}`, PURGE_SECRET }
        const site = keep(await startSite({ username: STAFF, variables: { ...BEHIND_PROXY, ...purging } }))
        const { port } = keep(await startCachingProxy(site.origin))
        const nginx = keep(await startNginxOfDeploy(site.origin))
        const varnish = keep(await startVarnishOfDeploy(site.origin, { port: varnishPort, secret: PURGE_SECRET }))
        await use({ site, port, nginx: nginx.port, varnish: varnish.port })
      } finally {
        for (const started of running) await started.stop()
      }
    },
    { scope: 'worker' },
  ],
})

/** Signs in. Resolves with a function that saves a capacity. */
export async function openStats({ origin, username, password }: Site) {
  const signedIn = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = z.object({ token: z.string() }).parse(await signedIn.json())
  const stats = z.looseObject({}).parse(await (await fetch(`${origin}/api/stats`)).json())
  return async (capacity: string) => {
    const saved = await fetch(`${origin}/api/stats/stats`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...stats, capacity }),
    })
    expect(saved.status).toBe(200)
  }
}

/** The status of a response, once it has arrived. */
export async function statusOf(url: string) {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}
