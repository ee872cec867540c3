import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { STATUS_CLASSES, type Traffic } from './traffic.ts'

export interface MetricsOptions {
  traffic: Traffic
  /** How many connections are open. */
  connections: () => number
  host: Pick<HostInterface, 'subscribeToOperations' | 'figures' | 'role'> & {
    health: { problems: () => unknown[] }
  }
}

interface Metrics {
  contentType: string
  /** All metrics, in the text format of Prometheus. */
  text: () => Promise<string>
  stop: () => void
}

/** In seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WRITE_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * The metrics of this process. Each label has only a few values: never the address of a visitor or a path. The counts
 * of the fast path are read when the metrics are requested.
 */
export function openMetrics({ traffic, connections, host }: MetricsOptions): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  countRequests(register, traffic)
  countConnections(register, connections)
  const stop = measureOperations(register, host)
  const readState = measureState(register, host, traffic)
  return {
    contentType: register.contentType,
    async text() {
      await readState()
      return register.metrics()
    },
    stop() {
      traffic.onRequest = undefined
      stop()
      register.clear()
    },
  }
}

function countRequests(register: Registry, traffic: Traffic) {
  const registers = [register]
  new Counter({
    name: 'website_requests_total',
    help: 'Responses by kind of request and class of status, without health checks.',
    labelNames: ['kind', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [kind, counts] of Object.entries(traffic.requests)) {
        for (const [at, status] of STATUS_CLASSES.entries()) this.inc({ kind, status }, counts[at] ?? 0)
      }
    },
  })
  new Counter({
    name: 'website_cache_lookups_total',
    help: 'Lookups in the response cache. Bypass: not a cached address. Ineligible: the request has a body or will be rejected.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(traffic.outcomes)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: 'website_renders_total',
    help: 'Requests that the app has rendered: for the cache, or for one visitor.',
    labelNames: ['for'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(traffic.renders)) this.inc({ for: reason }, count)
    },
  })
  const duration = new Histogram({
    name: 'website_request_duration_seconds',
    help: 'Time until the response was sent, of requests that were not served from the cache. Includes the time of the visitor’s network.',
    labelNames: ['kind'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  for (const kind of Object.keys(traffic.requests)) duration.zero({ kind })
  traffic.onRequest = (kind, seconds) => {
    duration.observe({ kind }, seconds)
  }
}

function countConnections(register: Registry, connections: () => number) {
  new Gauge({
    name: 'website_connections',
    help: 'Open connections of visitors and proxies.',
    registers: [register],
    collect() {
      this.set(connections())
    },
  })
}

function measureOperations(register: Registry, { subscribeToOperations }: MetricsOptions['host']) {
  const registers = [register]
  const saves = new Histogram({
    name: 'website_save_duration_seconds',
    help: 'Changes of content, by outcome.',
    labelNames: ['outcome'],
    buckets: WRITE_BUCKETS,
    registers,
  })
  const commits = new Histogram({
    name: 'website_commit_duration_seconds',
    help: 'Commits of the storage, of files of any kind, by outcome.',
    labelNames: ['storage', 'outcome'],
    buckets: WRITE_BUCKETS,
    registers,
  })
  const refused = new Counter({
    name: 'website_logins_refused_total',
    help: 'Attempts to log in that were refused.',
    labelNames: ['reason'],
    registers,
  })
  // Initialised with 0, so that the first event shows as an increase.
  saves.zero({ outcome: 'done' })
  saves.zero({ outcome: 'storage' })
  refused.inc({ reason: 'failed' }, 0)
  refused.inc({ reason: 'throttled' }, 0)
  return subscribeToOperations((operation) => {
    switch (operation.kind) {
      case 'save':
        saves.observe({ outcome: operation.outcome }, operation.seconds)
        break
      case 'commit':
        commits.observe({ storage: operation.storage, outcome: operation.outcome }, operation.seconds)
        break
      case 'sign-in-refused':
        refused.inc({ reason: operation.reason })
    }
  })
}

/** Returns the function that updates the gauges. */
function measureState(register: Registry, { figures, health, role }: MetricsOptions['host'], traffic: Traffic) {
  const registers = [register]
  const writer = new Gauge({
    name: 'website_writer',
    help: '1 if this server writes, 0 if it only reads. The sum over all servers of the site should be 1.',
    registers,
  })
  const problems = new Gauge({ name: 'website_problems', help: 'Problems that /readyz lists.', registers })
  const free = new Gauge({
    name: 'website_disk_free_bytes',
    help: 'Free space on the disk of each folder.',
    labelNames: ['folder'],
    registers,
  })
  const lag = new Gauge({
    name: 'website_store_lag_seconds',
    help: 'Time since this server last read the changes of the other servers of the site; 0 if there are no other servers.',
    registers,
  })
  const backup = new Gauge({
    name: 'website_last_backup_timestamp_seconds',
    help: 'When the newest scheduled backup was finished; 0 if no backup is known.',
    registers,
  })
  const backupScheduled = new Gauge({
    name: 'website_backup_scheduled',
    help: '1 if this server makes scheduled backups, otherwise 0.',
    registers,
  })
  const releaseCount = new Gauge({
    name: 'website_releases',
    help: 'Scheduled releases that can be published (ready) or not (blocked), that the disk or the store has not accepted at their time yet (delayed), and releases that were not published at their time (failed).',
    labelNames: ['state'],
    registers,
  })
  const releaseOverdue = new Gauge({
    name: 'website_release_overdue_seconds',
    help: 'Seconds since the earliest time of a scheduled release that is not published yet; 0 if there is none.',
    registers,
  })
  const queueLength = new Gauge({
    name: 'website_queue_length',
    help: 'Tasks that run or wait.',
    labelNames: ['queue'],
    registers,
  })
  const purgeOldest = new Gauge({
    name: 'website_purge_oldest_seconds',
    help: 'For how long the oldest change could not be purged from a shared cache; 0 if none is late.',
    registers,
  })
  const clock = new Gauge({
    name: 'website_clock_offset_seconds',
    help: 'By how much the clock of this machine is ahead of that of the store; 0 if there is no store, or if it is not known yet.',
    registers,
  })
  const takeover = new Gauge({
    name: 'website_takeover_seconds',
    help: 'Time from the right to write until this server could save, when it last took over from another one; 0 if it never did.',
    registers,
  })
  return async () => {
    const { queues, freeBytes, storeLag, lastBackup, isBackupScheduled, ...site } = await figures()
    clock.set(site.clockOffset ?? 0)
    takeover.set(site.takeoverSeconds ?? 0)
    purgeOldest.set(site.purgeOldest)
    writer.set(role() === 'writer' ? 1 : 0)
    problems.set(health.problems().length)
    backup.set(lastBackup ?? 0)
    backupScheduled.set(isBackupScheduled ? 1 : 0)
    lag.set(storeLag)
    for (const [state, count] of Object.entries(site.releases)) releaseCount.set({ state }, count)
    releaseOverdue.set(site.releaseOverdue)
    free.reset()
    for (const [folder, bytes] of Object.entries(freeBytes)) free.set({ folder }, bytes)
    for (const [queue, size] of Object.entries(queues)) queueLength.set({ queue }, size)
    for (const [name, { size }] of Object.entries(traffic.renderQueues))
      queueLength.set({ queue: `renders-${name}` }, size)
  }
}
