import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { HostInterface, Operation } from '#app/cms/host-interface.ts'
import { identify } from '../middleware/access-log.ts'
import { startTestHost } from '../../test/start-test-host.ts'
import { startMetrics } from './metrics-server.ts'
import { Traffic } from './traffic.ts'

const figures = {
  queues: { purges: 3 },
  purgeOldest: 12.5,
  takeoverSeconds: 1.5,
  freeBytes: { data: 5e9 },
  storeLag: 0.4,
  lastBackup: 1_700_000_000,
  isBackupScheduled: true,
  releases: { ready: 2, blocked: 1, failed: 0 },
  clockOffset: -0.25,
  releaseOverdue: 2.5,
}

async function start(traffic = new Traffic()) {
  const listeners = new Set<(operation: Operation) => void>()
  const host = {
    health: { problems: () => [{ id: 'data-read-only' }] },
    role: (): ReturnType<HostInterface['role']> => 'writer',
    figures: () => Promise.resolve(figures),
    subscribeToOperations(listener: (operation: Operation) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const server = await startMetrics({
    address: { port: 0, host: '127.0.0.1' },
    host,
    traffic,
    connections: () => 12,
  })
  onTestFinished(() => {
    server.close()
  })
  const tell = (operation: Operation) => {
    for (const listener of listeners) listener(operation)
  }
  const address = { port: server.port, host: '127.0.0.1' }
  const read = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  return { address, host, traffic, tell, read }
}

test('requests are counted once each, whichever way they are served', async () => {
  const { origin, traffic } = await startTestHost({
    documents: ['/'],
    serveFile: () =>
      Promise.resolve({
        status: 404,
        headers: [['Content-Length', '0']] satisfies [string, string][],
        body: undefined,
      }),
  })
  const { read } = await start(traffic)
  for (const path of ['/', '/', '/uploads/a.pdf', '/api/x', '/admin', '/elsewhere', '/about.data', '/healthz']) {
    await (await fetch(origin + path)).arrayBuffer()
  }
  const text = await read()
  const of = (name: string) => text.split('\n').filter((line) => line.startsWith(name) && !line.endsWith(' 0'))
  expect(of('website_requests_total')).toEqual([
    'website_requests_total{kind="page",status="2xx"} 3',
    'website_requests_total{kind="data",status="2xx"} 1',
    'website_requests_total{kind="file",status="4xx"} 1',
    'website_requests_total{kind="api",status="2xx"} 1',
    'website_requests_total{kind="admin",status="2xx"} 1',
  ])
  expect(of('website_cache_lookups_total')).toContain('website_cache_lookups_total{outcome="hit"} 1')
  expect(of('website_cache_lookups_total')).toContain('website_cache_lookups_total{outcome="miss"} 1')
  expect(of('website_renders_total')).toEqual([
    'website_renders_total{for="cache"} 1',
    'website_renders_total{for="request"} 4',
  ])
  expect(text).toContain('website_request_duration_seconds_count{kind="api"} 1')
  expect(text).toContain('website_queue_length{queue="renders-visitors"} 0')
})

test('saves, commits, refused sign-ins and the state of the site are there', async () => {
  const { tell, read } = await start()
  tell({ kind: 'save', outcome: 'conflict', seconds: 0.02 })
  tell({ kind: 'commit', storage: 'disk', outcome: 'done', seconds: 0.003 })
  tell({ kind: 'sign-in-refused', reason: 'failed' })
  const text = await read()
  for (const line of [
    'website_save_duration_seconds_count{outcome="conflict"} 1',
    'website_commit_duration_seconds_bucket{le="0.005",storage="disk",outcome="done"} 1',
    'website_logins_refused_total{reason="failed"} 1',
    'website_queue_length{queue="purges"} 3',
    'website_purge_oldest_seconds 12.5',
    'website_takeover_seconds 1.5',
    'website_disk_free_bytes{folder="data"} 5000000000',
    'website_last_backup_timestamp_seconds 1700000000',
    'website_backup_scheduled 1',
    'website_store_lag_seconds 0.4',
    'website_connections 12',
    'website_releases{state="blocked"} 1',
    'website_release_overdue_seconds 2.5',
    'website_problems 1',
    'website_writer 1',
    'website_clock_offset_seconds -0.25',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
})

test('a port in use is an error that names the setting', async () => {
  const { address, host, traffic } = await start()
  await expect(startMetrics({ address, host, traffic, connections: () => 0 })).rejects.toThrow('METRICS_PORT=')
})

test('the dashboard and the alerts ask for metrics that exist', async () => {
  const { read, tell } = await start()
  tell({ kind: 'commit', storage: 'disk', outcome: 'done', seconds: 0.003 })
  const existing = new Set((await read()).split('\n').map((line) => /^\w+/.exec(line)?.[0]))
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/alerts.yml']) {
    const named = readFileSync(file, 'utf8').match(/\b(?:website|process|nodejs)_\w+/g) ?? []
    expect(named.length, file).toBeGreaterThan(9)
    expect(named.filter((name) => !existing.has(name))).toEqual([])
  }
})

test('a schedule that has never made a backup raises an alert, as one whose last backup is old', () => {
  const alerts = readFileSync('deploy/alerts.yml', 'utf8')
  expect(alerts).toContain('website_last_backup_timestamp_seconds > 0 and time() - ')
  expect(alerts).toContain('website_backup_scheduled == 1 and website_last_backup_timestamp_seconds == 0')
})

test('promtool, where it is installed, takes the alerts', () => {
  const checked = spawnSync('promtool', ['check', 'rules', 'deploy/alerts.yml'], { encoding: 'utf8' })
  const isMissing = checked.error !== undefined
  expect(isMissing || checked.status === 0, checked.stdout).toBe(true)
})

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
  ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', false],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', false],
  ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', false],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', false],
  ['x', false],
])('traceparent %s of a trusted proxy: valid %s', (traceparent, isValid) => {
  const request = () => Object.assign(new IncomingMessage(new Socket()), { headers: { traceparent } })
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentId: '00f067aa0ba902b7' }
  expect(identify(request(), { trustProxy: true }).trace).toEqual(isValid ? trace : undefined)
  expect(identify(request(), { trustProxy: false }).trace).toBeUndefined()
})

test('the line of a request names its trace', async () => {
  const host = await startTestHost({ trustProxy: true })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await (await fetch(`${host.origin}/page`, { headers: { traceparent } })).text()
  await expect
    .poll(() => host.logLines().find(({ path }) => path === '/page'))
    .toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentId: '00f067aa0ba902b7' })
})
