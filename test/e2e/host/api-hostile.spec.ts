import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { z } from 'zod'
import { readApiDocument } from '../api-document.ts'
import { expect, test } from '../fixtures.ts'
import { announcesLength, hostileRequest, toBytes, type HostileRequest } from '../hostile-request.ts'
import { sendRaw, type RawResponse } from '../raw-request.ts'
import type { Site } from '../start-site.ts'

/** `API_REQUESTS=5000 npx playwright test --project=host api-hostile` for the long run. */
const REQUESTS = Number(process.env['API_REQUESTS'] ?? 300)
const SEED = Number(process.env['API_SEED'] ?? 20261120)
/** Memory growth that is allowed in the second half of the run, between two garbage collections. */
const MEMORY_BOUND_MB = 100

test('hostile requests: no 5xx, no HTML; of strangers no change; of an administrator all content can still be read, no file elsewhere, memory flat', async ({
  start,
}) => {
  test.setTimeout(120_000 + REQUESTS * 300)
  const site = await start()
  const login = await fetch(`${site.origin}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: site.username, password: site.password }),
  })
  const { token } = await login.json()
  const authority = `Authorization: Bearer ${String(token)}`

  const namesBefore = namesBelow(site.contentDir)
  const before = [digestOf(site.contentDir), digestOf(site.uploadsDir)]
  await attack(site, fc.sample(hostileRequest(), { numRuns: REQUESTS, seed: SEED }))
  expect([digestOf(site.contentDir), digestOf(site.uploadsDir)]).toEqual(before)

  const requests = fc.sample(hostileRequest(authority), { numRuns: REQUESTS, seed: SEED + 1 })
  // Without sign-outs, which the token allows, because the rest of the run needs the token.
  const staying = requests.filter(({ path: address }) => !/logout/i.test(address))
  const folder = path.dirname(site.contentDir)
  const foldersBefore = readdirSync(folder).sort()
  // In the first half code is compiled and caches fill.
  const half = Math.floor(staying.length / 2)

  await attack(site, staying.slice(0, half))
  const memoryBefore = residentMegabytes(site)
  await attack(site, staying.slice(half))
  expect(residentMegabytes(site) - memoryBefore).toBeLessThan(MEMORY_BOUND_MB)

  expect(readdirSync(folder).sort()).toEqual(foldersBefore)
  const strangeNames = namesBelow(site.uploadsDir).filter((name) => !/^(?:[\w-]+\/)?[\w][\w.-]*$/.test(name))
  expect(strangeNames.filter((name) => !name.startsWith('.incoming'))).toEqual([])
  // Entries of collections may have been made and removed.
  const isOfSection = (name: string) => !/^(?:plain-pages|jobs|news|events)\/[a-z0-9-]+\.md$/.test(name)
  expect(namesBelow(site.contentDir).filter(isOfSection)).toEqual(namesBefore.filter(isOfSection))
  const { calls } = await readApiDocument(site.origin)
  for (const { path: address, method, security } of calls) {
    if (address.includes('{') || method !== 'get' || security.length > 0) continue
    expect((await fetch(site.origin + address)).status, address).toBe(200)
  }
})

async function attack(site: Site, requests: HostileRequest[]) {
  const port = Number(new URL(site.origin).port)
  const faults: string[] = []
  for (const request of requests) {
    const response = await sendRaw(port, toBytes(request, `localhost:${port}`), { endsAfter: announcesLength(request) })
    const fault = response && faultOf(response, request)
    if (fault)
      faults.push(
        `${fault}: ${JSON.stringify(request).slice(0, 300)} → ${response.status} ${response.body.slice(0, 300)}`,
      )
  }
  expect(faults).toEqual([])
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
}

/** The fault of a response; undefined if it has none. */
function faultOf({ status, headers, body }: RawResponse, { method, path: address }: HostileRequest) {
  if (status >= 500 && isOfApi(address)) return 'a fault of the server'
  if (/^\s*at .*:\d+:\d+\)?$/m.test(body)) return 'a stack trace'
  // Node itself responds to bytes that are not HTTP, without a body.
  if (status < 400 || method === 'HEAD' || body === '' || !isOfApi(address)) return undefined
  if (headers.get('content-type')?.startsWith('text/html')) return 'HTML'
  return isHttpError(body) ? undefined : 'not the shape of a refusal'
}

/** True for an address of the API that is still one after its dots are resolved. */
function isOfApi(address: string) {
  return address.startsWith('/api/') && new URL(address, 'http://localhost').pathname.startsWith('/api/')
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string(), requestId: z.string() }) })

function isHttpError(body: string) {
  try {
    return refusal.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}

function namesBelow(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}

function digestOf(folder: string) {
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort(byPath)) {
    const file = path.join(entry.parentPath, entry.name)
    hash.update(path.relative(folder, file))
    if (entry.isFile()) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

function byPath(one: { parentPath: string; name: string }, other: { parentPath: string; name: string }) {
  return path.join(one.parentPath, one.name) < path.join(other.parentPath, other.name) ? -1 : 1
}

function residentMegabytes({ process: { pid } }: Site) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
