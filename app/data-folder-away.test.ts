import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { action as sendMessage } from '#app/cms/api/contact-resource.tsx'
import { action as writeSection } from '#app/cms/api/content/section-resource.tsx'
import { action as storeUpload } from '#app/cms/api/upload.tsx'
import { loginAction, loginLoader } from '#app/cms/admin/login/login.server.ts'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import { stats } from '#app/site/sections/stats/stats.ts'
import { verifySite } from '#app/cms/operations/verify/verify-site.server.ts'
import { administrator, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { dataDir, uploadsDir } = site.env

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
  site.startBackgroundWork()
})

test.each([
  ['is missing', () => undefined],
  ['is an empty mount point', () => mkdirSync(dataDir)],
])(
  'data folder that %s: every write says so and makes nothing, and goes on once it is back',
  async (_case, replace) => {
    const before = site.content.read(stats).value
    const first = await status(message('Before'))
    renameSync(dataDir, `${dataDir}.away`)
    replace()
    const present = list()

    expect(first).toBe(201)
    expect(await status(message('Meanwhile'))).toBe(503)
    expect(await refusal(save({ ...before, yearsExperience: before.yearsExperience + 1 }))).toEqual([
      503,
      'data-missing',
    ])
    expect(await status(upload())).toBe(503)
    await expect(site.auth.accounts.changeAccounts((accounts) => [...accounts])).rejects.toMatchObject({ status: 503 })
    site.audit.record({ kind: 'file.uploaded', about: 'meanwhile', actor: undefined })
    expect(site.content.read(stats).value).toEqual(before)
    expect((await dashboardLoader(routeArgs(ownRequest('/admin', { headers: { cookie } })))).edits).toBeDefined()
    const signInPage = (await loginLoader(routeArgs(ownRequest('/admin/login')))) as { problem?: string }
    expect(signInPage.problem).toContain('The data folder of the server is missing')
    expect(await loginAction(routeArgs(signInForm()))).toMatchObject({
      init: { status: 503 },
      data: { errors: { form: [expect.stringContaining('The data folder of the server is missing')] } },
    })
    await vi.waitFor(() => {
      expect(site.health.problems().map(({ id }) => id)).toContain('data-missing')
    })
    expect(list()).toEqual(present)

    rmSync(dataDir, { recursive: true, force: true })
    renameSync(`${dataDir}.away`, dataDir)
    expect(await status(message('After'))).toBe(201)
    expect(await status(save({ ...before, yearsExperience: before.yearsExperience + 2 }))).toBe(200)
    expect(await status(upload())).toBe(201)
    const messages = await site.inbox.listMessages({ limit: 10 })
    expect(messages.map(({ comments }) => comments).slice(0, 2)).toEqual(['After', 'Before'])
    expect((await site.content.history(stats))[0]).toMatchObject({ author: 'admin' })
    await vi.waitFor(() => {
      expect(site.health.problems()).toEqual([])
    }, 15_000)
    const { findings } = await verifySite(site)
    expect(findings.filter(({ severity }) => severity === 'problem')).toEqual([])
  },
  40_000,
)

test('uploads folder away: an upload says so and makes no folder', async () => {
  renameSync(uploadsDir, `${uploadsDir}.away`)
  expect(await status(upload('#00f'))).toBe(503)
  mkdirSync(uploadsDir)
  expect(await status(upload('#00f'))).toBe(503)
  expect(readdirSync(uploadsDir)).toEqual([])
  rmSync(uploadsDir, { recursive: true })
  renameSync(`${uploadsDir}.away`, uploadsDir)
  expect(await status(upload('#00f'))).toBe(201)
})

function list(): string[] | undefined {
  try {
    return readdirSync(dataDir)
  } catch {
    return undefined
  }
}

function message(comments: string) {
  const person = { firstName: 'Asha', lastName: 'Naik', email: 'asha@example.com', mobile: '+91 00000 00003' }
  return sendMessage(routeArgs(json('/api/contact', 'POST', { ...person, comments })))
}

function save(value: object) {
  return writeSection(routeArgs(json('/api/stats/stats', 'PUT', value), { resource: 'stats', entryId: 'stats' }))
}

async function upload(background = '#f00') {
  const picture = await sharp({ create: { width: 32, height: 18, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new File([new Uint8Array(picture)], 'dot.png'))
  return storeUpload(routeArgs(ownRequest('/api/upload', { method: 'POST', headers: { cookie }, body })))
}

function json(address: string, method: string, body: object) {
  const headers = { cookie, 'content-type': 'application/json' }
  return ownRequest(address, { method, headers, body: JSON.stringify(body) })
}

function signInForm() {
  return ownRequest('/admin/login', { method: 'POST', body: new URLSearchParams(administrator) })
}

async function status(response: Promise<Response>) {
  return (await response).status
}

async function refusal(response: Promise<Response>) {
  const refused = await response
  const { error } = (await refused.json()) as { error: { code: string } }
  return [refused.status, error.code]
}
