import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { askFor } from './answers.ts'
import { LARGE_PDF, type BenchSite } from './bench-site.ts'
import { percentile, timed } from './statistics.ts'
import { systemProgram } from './system-program.ts'

const CONNECTIONS = 1000

/** Ways to keep connections busy with little: the head, the body, or reading the answer takes for ever. */
const MODES = [
  { mode: 'header', args: ['-H', '-i', '10'] },
  { mode: 'body', args: ['-B', '-i', '10', '-s', '8192', '-t', 'POST'] },
  { mode: 'read', args: ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3'] },
] as const

/** How long other visitors wait while a thousand slow clients hold on to the host. */
export async function measureSlowClients(site: BenchSite, seconds: number) {
  const slowhttptest = systemProgram('slowhttptest')
  const rows: { mode: string; p99: number; failures: number }[] = []
  for (const { mode, args } of MODES) {
    const host = await site.start()
    const url = mode === 'read' ? `${host.origin}/uploads/reports/${LARGE_PDF}` : `${host.origin}/api/contact`
    const attack = spawn(
      slowhttptest,
      [...args, '-c', String(CONNECTIONS), '-r', '500', '-l', String(seconds), '-u', url],
      { stdio: 'ignore' },
    )
    const ended = once(attack, 'exit')
    try {
      // Time for the connections to be there.
      await wait(4_000)
      rows.push({ mode, ...(await visit(host.origin, (seconds - 6) * 1000)) })
    } finally {
      attack.kill()
      await ended
      await host.stop()
    }
  }
  return rows
}

async function visit(origin: string, milliseconds: number) {
  const times: number[] = []
  let failures = 0
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    try {
      times.push(await timed(() => askFor(origin)))
    } catch {
      failures += 1
    }
    await wait(20)
  }
  return { p99: percentile(times, 99), failures }
}
