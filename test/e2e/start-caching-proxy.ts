import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './start-site.ts'

export interface CachingProxy {
  port: number
  stop: () => Promise<void>
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>
}

const START_MS = 30_000
const POLL_MS = 20

/**
 * Starts nginx in front of a site, on a free port. It caches every response that does not forbid it for a minute, for
 * all clients and even if it sets a cookie. `X-Cache` says where a response comes from. All headers are forwarded
 * unchanged.
 */
export async function startCachingProxy(origin: string): Promise<CachingProxy> {
  return startNginx((places) => configurationOf({ ...places, origin }))
}

/** Starts nginx with the configuration that `deploy/` has for operators, in front of one node or several. */
export async function startNginxOfDeploy(
  origins: string | readonly string[],
  { clock, port: wanted }: { clock?: string; port?: number } = {},
): Promise<CachingProxy> {
  const shipped = await readFile('deploy/nginx.conf', 'utf8')
  return startNginx(
    ({ folder, port }) => {
      const adapted = replaced(shipped, {
        '/var/cache/nginx/site': `${folder}/cache`,
        'server 127.0.0.1:3000;': serversOf(origins),
        'server 127.0.0.1:3000 max_fails=0;': serversOf(origins, ' max_fails=0'),
        'listen 80;': `listen 127.0.0.1:${port};`,
      })
      return nginxConfiguration(adapted)
    },
    { clock, ...(wanted !== undefined && { port: wanted }) },
  )
}

/** The places of `deploy/nginx-tls.conf` that an operator has to adapt. */
interface TlsPlaces {
  certificate: string
  key: string
  /** Ports of its listeners. */
  ports: { http: number; https: number }
  caches: readonly string[]
  pid: string
}

/** `deploy/nginx-tls.conf`, adapted to these places. It runs as the user who starts it. */
export async function tlsConfiguration({ certificate, key, ports, caches, pid }: TlsPlaces): Promise<string> {
  return replaced(await readFile('deploy/nginx-tls.conf', 'utf8'), {
    'user www-data;\n': '',
    '/run/nginx.pid': pid,
    '/etc/ssl/site/fullchain.pem': certificate,
    '/etc/ssl/site/privkey.pem': key,
    'server 127.0.0.1:6081 fail_timeout=5s;': serversOf(caches, ' fail_timeout=5s'),
    'server 10.0.0.5:6081 fail_timeout=5s;': '',
    'listen 80 ': `listen 127.0.0.1:${ports.http} `,
    'listen [::]:80 backlog=4096;': '',
    'listen 443 ': `listen 127.0.0.1:${ports.https} `,
    'listen [::]:443 ssl http2 backlog=4096;': '',
  })
}

/** Starts nginx as the proxy with TLS before caches, with the configuration that `deploy/` has for operators. */
export async function startTlsProxyOfDeploy(places: Omit<TlsPlaces, 'pid' | 'ports'>): Promise<CachingProxy> {
  const ports = { http: await freePort(), https: await freePort() }
  const configuration = await tlsConfiguration({ ...places, ports, pid: 'nginx.pid' })
  const adapted = replaced(configuration, {
    'worker_processes auto;': 'daemon off;\nmaster_process off;',
    'access_log off;': SETTINGS_OF_TESTS,
  })
  return startNginx(() => adapted, { port: ports.https })
}

function serversOf(origins: string | readonly string[], options = '') {
  return [origins]
    .flat()
    .map((origin) => `server ${new URL(origin).host}${options};`)
    .join('\n  ')
}

/**
 * Starts Varnish with the configuration that `deploy/` has for operators, in front of one node or several. The site
 * needs the same `port` and `secret`. With `isThousandfold`, responses age in a millisecond as much as in a second,
 * because libfaketime cannot be loaded into Varnish.
 */
export async function startVarnishOfDeploy(
  origins: string | readonly string[],
  { port, secret, isThousandfold = false }: { port: number; secret: string; isThousandfold?: boolean },
): Promise<CachingProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'varnish-'))
  // If root starts it, its worker runs as another user.
  await chmod(folder, 0o755)
  const shipped = await readFile('deploy/varnish.vcl', 'utf8')
  const backends = [...shipped.matchAll(/backend site_\w+ \{.*?\n\}/gs)].map(([backend]) => backend)
  const additions = [...shipped.matchAll(/^ {2}\w+\.add_backend\(site_\w+\);$/gm)].map(([line]) => line)
  const nodes = [origins].flat().map((origin) => new URL(origin))
  const forEachNode = (text: string) =>
    nodes
      .map(({ hostname, port: sitePort }, number) =>
        text
          .replaceAll('site_', `node${number}_`)
          .replace('.host = "127.0.0.1"', `.host = "${hostname}"`)
          .replace('.port = "3000"', `.port = "${sitePort}"`),
      )
      .join('\n')
  const adapted = replaced(shipped, {
    ...Object.fromEntries([...backends, ...additions].map((text) => [text, forEachNode(text)])),
    '/etc/varnish/purge-secret': `${folder}/purge-secret`,
    ...(isThousandfold && {
      ' = 24h;': ' = 86.4s;',
      'beresp.ttl = 2s;': 'beresp.ttl = 2ms;',
      'req.grace = 50s;': 'req.grace = 50ms;',
      'req.grace = 30s;': 'req.grace = 30ms;',
      '"\\1s"': '"\\1ms"',
    }),
  })
  await writeFile(path.join(folder, 'site.vcl'), adapted)
  await writeFile(path.join(folder, 'purge-secret'), `${secret}\n`)
  const options = [
    '-F',
    '-n',
    `${folder}/work`,
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    `${folder}/site.vcl`,
    '-s',
    'malloc,32m',
    '-T',
    'none',
  ]
  return startProgram(process.env['VARNISH_PATH'] ?? 'varnishd', { options, port, folder })
}

async function startNginx(
  configure: (places: { folder: string; port: number }) => string,
  { clock, port: wanted }: { clock?: string | undefined; port?: number } = {},
): Promise<CachingProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'))
  const port = wanted ?? (await freePort())
  await mkdir(path.join(folder, 'temp'))
  const configuration = path.join(folder, 'nginx.conf')
  await writeFile(configuration, configure({ folder, port }))
  const options = ['-p', folder, '-c', configuration, '-e', path.join(folder, 'error.log')]
  return startProgram(process.env['NGINX_PATH'] ?? 'nginx', { options, port, folder, clock })
}

/** `clock` is a file that sets how far the program's clock is ahead, such as `+3600s`; for Debian's libfaketime. */
async function startProgram(
  program: string,
  {
    options,
    port,
    folder,
    clock,
  }: { options: readonly string[]; port: number; folder: string; clock?: string | undefined },
): Promise<CachingProxy> {
  const simulated = clock !== undefined && {
    LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // A process that measures how long it waits would treat the jump as a fault.
    DONT_FAKE_MONOTONIC: '1',
  }
  const child = spawn(program, options, { stdio: 'ignore', env: { ...process.env, ...simulated } })
  // Without a listener, a missing program would end the test run.
  const failed = once(child, 'error').then(([error]) =>
    Promise.reject(new Error(`${program} is missing`, { cause: error })),
  )
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const ended = exited.then(() => Promise.reject(new Error(`${program} ended before it listened`)))
  try {
    await Promise.race([isListening(port), failed, ended])
  } catch (error) {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    for (const promise of [failed, ended]) promise.catch(() => undefined)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  return { port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Replaces each place of a file that an operator has to adapt. Throws if one is missing. */
function replaced(text: string, places: Record<string, string>) {
  return Object.entries(places).reduce((adapted, [place, value]) => {
    if (!adapted.includes(place)) throw new Error(`There is no ${place}`)
    return adapted.replaceAll(place, value)
  }, text)
}

function configurationOf({ folder, port, origin }: { folder: string; port: number; origin: string }) {
  return nginxConfiguration(`
    proxy_cache_path ${folder}/cache keys_zone=responses:1m;
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass ${origin};
        proxy_set_header Host $http_host;
        proxy_cache responses;
        proxy_cache_valid any 1m;
        proxy_ignore_headers Set-Cookie Vary;
        add_header X-Cache $upstream_cache_status always;
      }
    }`)
}

/** A single process, so that its end stops everything. */
const ONE_PROCESS = `
    # nginx takes all other variables out of its environment.
    env LD_PRELOAD; env FAKETIME_TIMESTAMP_FILE; env FAKETIME_NO_CACHE; env DONT_FAKE_MONOTONIC;
    daemon off;
    master_process off;
    pid nginx.pid;
`

const SETTINGS_OF_TESTS = `
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path temp/${kind};`).join(' ')}
`

function nginxConfiguration(http: string) {
  return `${ONE_PROCESS}
    events {}
    http {
      ${SETTINGS_OF_TESTS}
      ${http}
    }`
}

async function isListening(port: number) {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(POLL_MS)
  }
  throw new Error(`Nothing listens on port ${port}`)
}
