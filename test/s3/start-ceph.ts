import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A running Ceph with gateways that speak S3. */
export interface Ceph {
  /** One address for each gateway. */
  endpoints: string[]
  accessKeyId: string
  secretAccessKey: string
  /** Kills an OSD or a gateway with SIGKILL, by its number. */
  kill: (part: 'osd' | 'gateway', number: number) => Promise<void>
  /** Restarts an OSD or a gateway. */
  start: (part: 'osd' | 'gateway', number: number) => void
  stop: () => Promise<void>
}

interface CephOptions {
  osds?: number
  gateways?: number
  /** `memstore` starts faster and loses everything when it ends; only for one OSD. */
  store?: 'bluestore' | 'memstore'
}

const START_MS = 90_000

/**
 * Starts the smallest Ceph that serves S3, on the loopback interface and without systemd: one monitor, OSDs and
 * gateways, from Debian's packages `ceph-mon ceph-osd radosgw ceph-common`. Rejects if they are missing or do not start
 * within 90 seconds.
 */
export async function startCeph({ osds = 1, gateways = 1, store = 'memstore' }: CephOptions = {}): Promise<Ceph> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'ceph-'))
  const [monitorPort = 0, olderMonitorPort = 0, ...gatewayPorts] = await freePorts(2 + gateways)
  const fsid = randomUUID()
  const monitor = `[v2:127.0.0.1:${monitorPort},v1:127.0.0.1:${olderMonitorPort}]`
  const conf = path.join(root, 'ceph.conf')
  const env = { ...process.env, CEPH_CONF: conf }
  const osdFolder = (number: number) => path.join(root, `osd${number}`)
  const folders = ['mon', 'run', 'log', 'mgr', 'rgw', ...range(osds).map((number) => `osd${number}`)]
  for (const folder of folders) await mkdir(path.join(root, folder))
  await writeFile(conf, configuration({ root, fsid, monitor, osds, gatewayPorts, store }))

  const processes = new Map<string, ChildProcess>()
  function launch(name: string, command: string, args: string[]) {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = createWriteStream(path.join(root, 'log', `${name}.out`), { flags: 'a' })
    child.stdout.pipe(output)
    child.stderr.pipe(output)
    child.on('error', () => undefined)
    processes.set(name, child)
  }
  const start: Ceph['start'] = (part, number) => {
    if (part === 'osd') launch(`osd${number}`, 'ceph-osd', ['-i', String(number), '-f'])
    else launch(`gateway${number}`, 'radosgw', ['-n', `client.rgw.${number}`, '-f'])
  }
  async function end(name: string, signal: NodeJS.Signals) {
    const child = processes.get(name)
    processes.delete(name)
    if (child?.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  async function stop() {
    // End the monitor last: an OSD does not end without it.
    for (const name of [...processes.keys()].reverse()) await end(name, 'SIGKILL')
    await rm(root, { recursive: true, force: true })
  }

  try {
    const map = path.join(root, 'monmap')
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, map], { env })
    await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map], { env })
    launch('mon', 'ceph-mon', ['-i', 'a', '-f'])
    await until(() => run('ceph', ['--connect-timeout', '2', '-s'], { env }))
    for (const number of range(osds)) {
      const id = randomUUID()
      await run('ceph', ['osd', 'new', id, String(number)], { env })
      await run('ceph-osd', ['-i', String(number), '--mkfs', '--osd-uuid', id, '--osd-data', osdFolder(number)], {
        env,
      })
      start('osd', number)
    }
    for (const number of range(gateways)) {
      start('gateway', number)
      await until(() => fetch(`http://127.0.0.1:${gatewayPorts[number] ?? 0}/`))
    }
    const keys = ['--access-key=site', '--secret-key=site-secret']
    await run('radosgw-admin', ['-n', 'client.rgw.0', 'user', 'create', '--uid=site', '--display-name=site', ...keys], {
      env,
    })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    endpoints: gatewayPorts.map((port) => `http://127.0.0.1:${port}`),
    accessKeyId: 'site',
    secretAccessKey: 'site-secret',
    kill: (part, number) => end(`${part}${number}`, 'SIGKILL'),
    start,
    stop,
  }
}

interface ConfigurationOptions {
  root: string
  fsid: string
  monitor: string
  osds: number
  gatewayPorts: readonly number[]
  store: string
}

function configuration({ root, fsid, monitor, osds, gatewayPorts, store }: ConfigurationOptions) {
  const global = {
    fsid,
    'mon initial members': 'a',
    'mon host': monitor,
    'public network': '127.0.0.0/8',
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'run dir': `${root}/run`,
    'admin socket': `${root}/run/$name.asok`,
    'pid file': `${root}/run/$name.pid`,
    'log file': `${root}/log/$name.log`,
    'mon cluster log file': `${root}/log/cluster.log`,
    'crash dir': `${root}/log`,
    'mon data': `${root}/mon`,
    'mgr data': `${root}/mgr`,
    'osd data': `${root}/osd$id`,
    'rgw data': `${root}/rgw`,
    'osd pool default size': osds,
    'osd pool default min size': Math.ceil(osds / 2),
    'mon allow pool size one': true,
    'osd pool default pg num': 1,
    'osd pool default pgp num': 1,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'osd class load list': '*',
    'osd class default list': '*',
    'osd objectstore': store,
    'osd heartbeat grace': 6,
    'mon osd min down reporters': 1,
    'bluestore block size': 4 * 1024 ** 3,
    'memstore device bytes': 2 * 1024 ** 3,
    'osd memory target': 939_524_096,
    'mon data avail warn': 2,
  }
  const gateway = {
    // Without this a gateway requires an encrypted channel to the monitor, which does not exist without authentication.
    'ms mon client mode': 'crc',
    'rgw enable ops log': false,
    'rgw run sync thread': false,
    'rgw gc max objs': 1,
    'rgw reshard num logs': 1,
    'rgw usage max shards': 1,
    'rgw lc max objs': 1,
    'rgw thread pool size': 32,
  }
  return [
    section('global', global),
    ...gatewayPorts.map((port, number) =>
      section(`client.rgw.${number}`, {
        ...gateway,
        // Without tcp_nodelay each small response takes 40 ms more.
        'rgw frontends': `beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
      }),
    ),
  ].join('\n')
}

function section(name: string, settings: Record<string, string | number | boolean>) {
  return [`[${name}]`, ...Object.entries(settings).map(([key, value]) => `${key} = ${String(value)}`), ''].join('\n')
}

/** Repeats an action until it succeeds. */
async function until(action: () => Promise<unknown>) {
  const deadline = Date.now() + START_MS
  for (;;) {
    try {
      await action()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(200)
    }
  }
}

function range(count: number) {
  return Array.from({ length: count }, (_, number) => number)
}

async function freePorts(count: number): Promise<number[]> {
  const servers = range(count).map(() => createServer())
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => {
            const address = server.address()
            resolve(typeof address === 'object' && address ? address.port : 0)
          })
        }),
    ),
  )
  for (const server of servers) server.close()
  return ports
}
