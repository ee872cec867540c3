import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pdfOf } from '#test/pdf-bytes.ts'
import { startNginxOfDeploy, startVarnishOfDeploy } from '../e2e/start-caching-proxy.ts'
import { freePort } from '../e2e/start-site.ts'
import { Client, Refused } from './client.ts'
import { ask, KnownVersions, startReader } from './document-readers.ts'
import { makeSite, until } from './site.ts'

/** `npm run test:replacements` sets 50. RELIABILITY_SEED repeats the kills of a run. */
const REPLACEMENTS = Number(process.env['REPLACEMENTS'] ?? 5)
const SEED = Number(process.env['RELIABILITY_SEED'] ?? 1)

/** One replacement in five is cut short by a kill, so many milliseconds after it was sent. */
const KILLED_EVERY = 5
const delays = fc.sample(fc.noBias(fc.nat(400)), { numRuns: Math.ceil(REPLACEMENTS / KILLED_EVERY), seed: SEED })

const ADDRESS = '/documents/industry-report'
const FORM = 'documents/industry-report'
const PURGE_SECRET = 'purge-secret-of-the-tests'
/** Of each version, all of the same size. */
const BYTES = 60_000
/** Readers of each cache, and of the site itself. */
const READERS = 2

test(
  `${REPLACEMENTS} replacements of one document with ${delays.length} kills, seed ${SEED}: no response mixes two versions, and no cache keeps an old one`,
  { timeout: 120_000 + REPLACEMENTS * 15_000 },
  async () => {
    const site = await makeSite()
    const [port, varnishPort] = [await freePort(), await freePort()]
    const variables = {
      ...{ PORT: String(port), ALLOWED_HOSTS: 'localhost,127.0.0.1' },
      ...{ PURGE_URLS: `varnish+http://127.0.0.1:${varnishPort}`, PURGE_SECRET },
    }
    const stops: (() => Promise<unknown>)[] = [() => site.remove()]
    try {
      let host = await site.start(variables)
      stops.unshift(() => host.kill())
      const clock = path.join(site.folder, 'clock')
      await writeFile(clock, '+0s')
      const varnish = await startVarnishOfDeploy(host.origin, { port: varnishPort, secret: PURGE_SECRET })
      stops.unshift(varnish.stop)
      const nginx = await startNginxOfDeploy(host.origin, { clock })
      stops.unshift(nginx.stop)
      const caches = { site: host.origin, ...behind({ varnish: varnish.port, nginx: nginx.port }) }

      const versions = new KnownVersions()
      const first = await ask(host.origin + ADDRESS)
      if (!first) throw new Error('The site does not respond')
      let current = versions.add(first.body)
      const numberAt = async (origin: string) => versions.numberOf((await ask(origin + ADDRESS))?.body ?? Buffer.of())

      const client = new Client(host)
      await client.signIn()
      const readers = Object.values(caches).flatMap((origin) =>
        Array.from({ length: READERS }, () => startReader(origin + ADDRESS, versions)),
      )
      for (const reader of readers) stops.unshift(reader.end)

      const kills = [...delays]
      for (let turn = 1; turn <= REPLACEMENTS; turn += 1) {
        const bytes = pdfOf(BYTES)
        const next = versions.add(bytes)
        const replacing = replace(client, bytes)
        if (turn % KILLED_EVERY === 0) {
          await wait(kills.pop() ?? 0)
          await host.kill()
          const isAcknowledged = await replacing
          host = await site.start(variables)
          const found = await numberAt(host.origin)
          expect(isAcknowledged ? [next] : [current, next], `after kill in turn ${turn}`).toContain(found)
          current = found ?? current
        } else {
          expect(await replacing, `turn ${turn}`).toBe(true)
          current = next
          expect(await numberAt(host.origin), `turn ${turn}`).toBe(current)
        }
      }
      // The purge of a change is sent again after two seconds, for responses that had begun before. nginx forgets by time.
      await until(
        async () => (await numberAt(caches.varnish)) === current,
        () => 'Varnish has an old version',
        5_000,
      )
      await wait(2_500)
      await writeFile(clock, '+11s')
      await until(
        async () => (await numberAt(caches.nginx)) === current,
        () => 'nginx has an old version',
        5_000,
      )
      for (let round = 0; round < 10; round += 1) {
        for (const [name, origin] of Object.entries(caches)) expect(await numberAt(origin), name).toBe(current)
      }
      for (const reader of readers) await reader.end()
      expect(readers.flatMap(({ faults }) => faults)).toEqual([])
      for (const reader of readers) expect(reader.read).toBeGreaterThan(REPLACEMENTS)
      console.info(`${readers.reduce((sum, { read }) => sum + read, 0)} versions read`)
    } finally {
      for (const stop of stops) await stop()
    }
  },
)

function behind(ports: { varnish: number; nginx: number }) {
  return { varnish: `http://127.0.0.1:${ports.varnish}`, nginx: `http://127.0.0.1:${ports.nginx}` }
}

/** Replaces the file by the form of staff. False if the host was killed before it responded. */
async function replace(client: Client, bytes: Buffer): Promise<boolean> {
  try {
    const file = new File([new Uint8Array(bytes)], 'report.pdf', { type: 'application/pdf' })
    const chosen = { kind: 'industry-report', period: 'year', visibility: 'listed' }
    await client.saveForm(FORM, { ...(await client.form(FORM)), ...chosen, 'fileUrl-upload': file })
    return true
  } catch (error) {
    if (error instanceof Refused) throw error
    return false
  }
}
