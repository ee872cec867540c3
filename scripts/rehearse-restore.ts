import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { restore } from '#app/cms/operations/backup/restore.server.ts'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import { withDeadline } from '#app/cms/platform/within.ts'

/** How long a start may take without a new line in its log, and in all. */
const SILENT_MS = 60_000
const START_MS = 30 * 60_000
const REQUEST_MS = 30_000
const RETRY_MS = 100

interface Rehearsal {
  created: string
  files: number
  /** Number of addresses of the sitemap that responded with a page. */
  pages: number
  /** The problems that were found, one sentence each. */
  findings: string[]
}

/**
 * Restores an archive into a temporary folder, starts `hostProgram` on it on a free port of this machine, and requests
 * every page of the sitemap. The site itself is not touched, and no mail is sent. Rejects if the archive or the start
 * fails, or if the start logs nothing for `silentMs`.
 */
export async function rehearse(
  archive: string,
  passphrase: () => Promise<string>,
  hostProgram: string,
  report?: ReportProgress,
  silentMs = SILENT_MS,
): Promise<Rehearsal> {
  const root = await mkdtemp(path.join(tmpdir(), 'rehearsal-'))
  const folders = {
    content: path.join(root, 'content'),
    uploads: path.join(root, 'uploads'),
    data: path.join(root, 'data'),
  }
  try {
    const { files, created } = await restore(archive, folders, passphrase, report)
    const port = await freePort()
    // None of the real settings: it sends no mail and uses no other folders.
    const child = spawn(process.execPath, [hostProgram], {
      env: {
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
        HOST: '127.0.0.1',
        PORT: String(port),
        CONTENT_DIR: folders.content,
        UPLOADS_DIR: folders.uploads,
        DATA_DIR: folders.data,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    let lastLine = performance.now()
    child.stdout.on('data', () => (lastLine = performance.now()))
    try {
      const origin = `http://localhost:${port}`
      await whenReady(`${origin}/readyz`, {
        hasEnded: () => child.exitCode !== null || child.signalCode !== null,
        isSilent: () => performance.now() - lastLine > silentMs,
      })
      return { created, files: files.length, ...(await visitPages(origin, report)) }
    } finally {
      child.kill()
      await exited
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function visitPages(origin: string, report?: ReportProgress): Promise<Pick<Rehearsal, 'pages' | 'findings'>> {
  const findings: string[] = []
  const [, ...problems] = (await get(`${origin}/readyz`)).body.trim().split('\n')
  for (const problem of problems) findings.push(`The restored site reports a problem: ${problem}.`)
  const sitemap = (await get(`${origin}/sitemap.xml`)).body
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
  if (addresses.length === 0) findings.push('The sitemap names no page.')
  let pages = 0
  for (const [index, address] of addresses.entries()) {
    report?.({ work: 'Requesting the pages', done: index, total: addresses.length, unit: 'pages' })
    const { pathname, search } = new URL(address)
    const { status, body } = await get(`${origin}${pathname}${search}`)
    if (status !== 200) findings.push(`${pathname} responds with status ${status}.`)
    else if (!body.includes('</html>')) findings.push(`${pathname} is not a complete page.`)
    else pages += 1
  }
  return { pages, findings }
}

async function whenReady(
  address: string,
  { hasEnded, isSilent }: { hasEnded: () => boolean; isSilent: () => boolean },
) {
  const end = performance.now() + START_MS
  while (performance.now() < end && !isSilent()) {
    if (hasEnded()) throw new Error('The restored site could not be started.')
    const response = await get(address).catch(() => undefined)
    if (response?.status === 200) return
    await delay(RETRY_MS)
  }
  throw new Error('The restored site did not become ready.')
}

function get(address: string) {
  return withDeadline(REQUEST_MS, async (signal) => {
    const response = await fetch(address, { redirect: 'manual', signal })
    return { status: response.status, body: await response.text() }
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('Not a port')
  return address.port
}
