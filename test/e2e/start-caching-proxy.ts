import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './start-site.ts'

export interface CachingProxy {
  port: number
  stop: () => Promise<void>
}

const START_MS = 10_000
const POLL_MS = 20

/**
 * Starts nginx in front of a site, on a free port. It keeps whatever says nothing against it for a minute, whoever asked and
 * whether or not it sets a cookie, and tells in `X-Cache` where a response comes from. It hands on all headers as they came.
 */
export async function startCachingProxy(origin: string): Promise<CachingProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'))
  const port = await freePort()
  await mkdir(path.join(folder, 'temp'))
  const configuration = path.join(folder, 'nginx.conf')
  await writeFile(configuration, configurationOf({ folder, port, origin }))

  // One process, so that the end of it is the end of all.
  const options = ['-p', folder, '-c', configuration, '-e', path.join(folder, 'error.log')]
  const child = spawn(process.env['NGINX_PATH'] ?? 'nginx', options, { stdio: 'ignore' })
  // Without a listener a program that is missing would end the test run.
  const failed = once(child, 'error').then(([error]) => Promise.reject(new Error('nginx is missing', { cause: error })))
  const exited = once(child, 'exit')
  await Promise.race([isListening(port), failed])
  failed.catch(() => undefined)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configurationOf({ folder, port, origin }: { folder: string; port: number; origin: string }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path temp/${kind};`,
  )
  return `
    daemon off;
    master_process off;
    pid nginx.pid;
    events {}
    http {
      access_log off;
      ${temporary.join(' ')}
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
      }
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
  throw new Error(`nginx does not listen on port ${port}`)
}
