import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { askFor } from './answers.ts'
import { AdminClient } from './admin-client.ts'
import type { BenchSite } from './bench-site.ts'
import { CLIENT_CORE, runWrk } from './run-wrk.ts'
import { memoryOf, SERVER_CORE, startNginx, whenIdle } from './servers.ts'

const CONNECTIONS = 1000
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A thousand visitors at once while an administrator saves every second; then nginx under the same load without saves. */
export async function measureSoak(site: BenchSite, seconds: number) {
  const host = await site.start({ core: SERVER_CORE })
  await whenIdle(host.pid)
  const { answer, ours, edits, memory } = await (async () => {
    // The one who saves asks from where the visitors ask, not from where they are answered.
    await promisify(execFile)('taskset', ['-cp', String(CLIENT_CORE), String(process.pid)])
    const admin = new AdminClient(host.origin, await site.token(host.origin))
    const end = new AbortController()
    const editing = admin.saveEverySecond(end.signal)
    const watch = watchMemory(host.pid)
    const result = await runWrk({ url: host.origin, connections: CONNECTIONS, seconds, headers: ENCODINGS })
    end.abort()
    const seen = await editing
    return { answer: await askFor(host.origin, ENCODINGS), ours: result, edits: seen, memory: await watch() }
  })().finally(host.stop)
  const server = await startNginx([answer])
  const nginx = await runWrk({
    url: `${server.origin}/0`,
    connections: CONNECTIONS,
    seconds,
    headers: ENCODINGS,
  }).finally(server.stop)
  return { ours, nginx, edits, memory }
}

/** Looks at a process's memory four times a second. Answers what ends it and tells the most that was seen, megabytes. */
function watchMemory(pid: number) {
  let most = 0
  const look = async () => {
    most = Math.max(most, await memoryOf(pid))
  }
  const timer = setInterval(() => void look(), 250)
  return async () => {
    clearInterval(timer)
    await look()
    return most
  }
}
