import { lstatSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { crawl } from '../e2e/crawl.ts'
import { startNginxOfDeploy, type CachingProxy } from '../e2e/start-caching-proxy.ts'
import { freePort } from '../e2e/start-site.ts'
import { Client } from './client.ts'
import { makeSite, until, type Host, type Site } from './site.ts'

test(
  'a writer, a standby and a reader on the same folders behind nginx: staff reach the writer, the standby replaces a killed writer, the reader changes nothing',
  { timeout: 300_000, retry: 0 },
  async () => {
    const site = await makeSite({ hasFewGrades: true })
    const hosts: Host[] = []
    const port = await freePort()
    const origin = `http://localhost:${port}`
    let balancer: CachingProxy | undefined
    const end = new AbortController()
    const start = async (variables: Record<string, string>) => {
      const host = await site.start({
        LOG_LEVEL: 'info',
        TRUST_PROXY: 'true',
        PUBLIC_ORIGIN: origin,
        ALLOWED_HOSTS: 'localhost',
        ...variables,
      })
      hosts.push(host)
      return host
    }
    try {
      const writer = await start({})
      const [standby, reader] = await Promise.all([
        start({ ROLE: 'standby', METRICS_PORT: '0' }),
        start({ ROLE: 'reader', WATCH: 'poll' }),
      ])
      expect(await Promise.all([writer, standby, reader].map(rolesOf))).toEqual([
        { ready: 'ready', isWriter: true },
        { ready: 'ready standby', isWriter: false },
        { ready: 'ready reader', isWriter: false },
      ])

      balancer = await startNginxOfDeploy(
        [writer, standby, reader].map((host) => host.origin),
        { port },
      )
      const client = new Client({ origin, publicOrigin: origin })
      await client.signIn()
      const stats = await client.read('stats')
      await saveCount(client, stats, 0)
      for (const host of [standby, reader]) await untilShown(host, 0)
      for (const host of [standby, reader]) await expectRefused(host, client)

      await mkdir(path.join(site.dataDir, 'staged'), { recursive: true })
      await writeFile(path.join(site.dataDir, 'staged/secret.png'), 'x')
      for (const host of [standby, reader]) {
        expect((await fetch(`${host.origin}/uploads/secret.png`)).status).toBe(404)
      }

      let saved = 0
      const writing = (async () => {
        while (!end.signal.aborted) {
          const isSaved = await saveCount(client, stats, saved + 1).then(
            () => true,
            () => false,
          )
          if (isSaved) saved += 1
          else await wait(50)
        }
      })()
      const untilSaved = (count: number) =>
        until(
          () => saved >= count,
          () => `Nothing is saved after ${saved} saves`,
        )
      await untilSaved(3)
      const visitor = startVisitor(origin)
      const killed = performance.now()
      await writer.kill()
      // The save that was being made when the writer was killed may count too.
      await untilSaved(saved + 2)
      const seconds = (performance.now() - killed) / 1000
      process.stdout.write(`takeover: ${seconds.toFixed(1)} s from the kill to the second save on the standby\n`)
      end.abort()
      await writing
      for (const host of [standby, reader]) await untilShown(host, saved)
      expect(await rolesOf(standby)).toEqual({ ready: 'ready', isWriter: true })
      expect(await client.status('/admin/dashboard', client.cookie)).toBe(200)
      expect(await visitor.end(), 'pages while nobody wrote').toEqual(new Set([200]))
      expect(await metricsOf(standby)).toMatch(/^website_save_duration_seconds_count\{outcome="done"\} [1-9]/m)
      expect(await standby.stop()).toBe(0)

      expect(await reader.stop()).toBe(0)
      const untouched = stateOf(site)
      const last = await start({ ROLE: 'reader' })
      const { broken, asked } = await crawl(last.origin, ['/', '/sitemap.xml', '/api/docs'], isOfOtherGrade)
      expect(broken.filter((line) => !line.includes('/admin'))).toEqual([])
      expect(asked).toBeGreaterThan(50)
      expect((await fetch(`${last.origin}/admin/stats?x=1`)).status).toBe(503)
      expect(await last.stop()).toBe(0)
      expect(stateOf(site)).toEqual(untouched)
    } catch (error) {
      for (const host of hosts)
        process.stdout.write(
          host
            .output()
            .split('\n')
            .filter((line) => !line.includes('"msg":"request"'))
            .join('\n'),
        )
      throw error
    } finally {
      end.abort()
      await Promise.all(hosts.map((host) => host.kill()))
      await balancer?.stop()
      await site.remove()
    }
  },
)

/** Requests pages, one after another, until it is ended. Then resolves with the statuses. */
function startVisitor(origin: string) {
  const statuses = new Set<number>()
  const leaving = new AbortController()
  const visits = (async () => {
    while (!leaving.signal.aborted) {
      for (const address of ['/', '/products', '/investors']) {
        const response = await fetch(origin + address)
        await response.arrayBuffer()
        statuses.add(response.status)
      }
      await wait(20)
    }
  })()
  return {
    async end() {
      leaving.abort()
      await visits
      return statuses
    },
  }
}

/** True for the page and the data sheet of any grade but one: they are made by the same code. */
const isOfOtherGrade = (path: string) => /^\/products\/[^/]+\/(?!pv-90-s(?:\.pdf)?$)/.test(path)

/** Saved numbers begin at one that is nowhere else on the page, and end below 1,000, which would have a comma. */
const NONE_SAVED = 421
const MAX_SAVED = 999 - NONE_SAVED

async function saveCount(client: Client, stats: object, count: number) {
  await client.put('stats/stats', { ...stats, clientsWorldwide: String(NONE_SAVED + (count % MAX_SAVED)) })
}

async function rolesOf({ origin }: Host) {
  const [ready, writer] = await Promise.all([fetch(`${origin}/readyz`), fetch(`${origin}/readyz/writer`)])
  const [line = ''] = (await ready.text()).split('\n')
  await writer.arrayBuffer()
  return { ready: line, isWriter: writer.status === 200 }
}

async function metricsOf({ output }: Host) {
  const [, port = ''] = /"metricsPort":(\d+)/.exec(output()) ?? []
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

async function untilShown({ origin, output }: Host, count: number) {
  const shown = String(NONE_SAVED + (count % MAX_SAVED))
  await until(
    async () => (await (await fetch(origin)).text()).includes(`>${shown}`),
    () => `${shown} is not shown\n${output()}`,
  )
}

/** Expects that a host that does not write refuses each kind of request for the writer, and does nothing. */
async function expectRefused({ origin }: Host, { cookie, token }: Client) {
  const headers = { cookie, authorization: `Bearer ${token}` }
  for (const [method, address] of [
    ['GET', '/admin/dashboard'],
    ['POST', '/contactus'],
    ['PUT', '/api/stats'],
    ['GET', '/api/drafts'],
  ] as const) {
    const refused = await fetch(origin + address, { method, headers })
    await refused.arrayBuffer()
    expect([refused.status, refused.headers.get('x-nothing-done')], address).toEqual([503, 'not-the-writer'])
  }
}

/** Every file and folder of the site, with the attributes that change when it is touched. */
function stateOf({ folder }: Site) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names.map((name) => {
    const { size, mode, mtimeMs, ctimeMs, ino } = lstatSync(path.join(folder, name))
    return [name, size, mode, mtimeMs, ctimeMs, ino]
  })
}
