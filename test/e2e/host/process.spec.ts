import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { expect, test } from '../fixtures.ts'
import { FormClient } from '../form-client.ts'
import { newDataDir } from '../start-site.ts'

test('port in use: ends with a message that names it, and creates no account, because its password would not be shown', async ({
  start,
}) => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const dataDir = await newDataDir()

  const started = start({ variables: { PORT: port, DATA_DIR: dataDir, ADMIN_PASSWORD: undefined } })
  await expect(started).rejects.toThrow(`Port ${port} is in use`)
  expect(existsSync(path.join(dataDir, 'accounts.json'))).toBe(false)
  other.close()
})

test('setting that is not valid: ends with a sentence that names it', async ({ start }) => {
  const started = start({ variables: { TRUST_PROXY: 'perhaps' } })
  await expect(started).rejects.toThrow('TRUST_PROXY: must be true or false')
})

test('a log without room from the start on: the site starts, responds, names it and stops in order', async ({
  start,
}) => {
  const site = await start({ log: '/dev/full' })
  for (let n = 0; n < 40; n += 1) expect((await fetch(`${site.origin}/api/none-${n}`)).status).toBe(404)
  expect((await fetch(site.origin)).status).toBe(200)
  const ready = await fetch(`${site.origin}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('\nlog-not-written\n')])
  expect(await site.stop()).toBe(0)
})

test('a reader of the log that goes away: the site goes on', async ({ start }) => {
  const site = await start()
  site.process.stdout?.destroy()
  for (let n = 0; n < 40; n += 1) expect((await fetch(`${site.origin}/api/none-${n}`)).status).toBe(404)
  expect(await (await fetch(`${site.origin}/readyz`)).text()).toContain('\nlog-not-written\n')
  expect(await site.stop()).toBe(0)
})

test('first start, with empty volumes and no password: they are filled, and a random password is printed, only then', async ({
  start,
}) => {
  const volume = test.info().outputPath('content')
  const dataDir = await newDataDir()
  const variables = { ADMIN_PASSWORD: undefined, DATA_DIR: dataDir, CONTENT_DIR: volume }
  const first = await start({ variables })
  expect(readdirSync(volume).sort()).toEqual(readdirSync('content').sort())
  expect((await fetch(first.origin)).status).toBe(200)
  await first.stop()
  const password = /Password +(\S+)/.exec(first.output())?.[1] ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)

  const second = await start({ variables })
  expect(second.output()).toContain('npm run admin -- reset')
  expect(second.output()).not.toContain(password)
})

test('large upload by a stranger: the refusal arrives although the body is not read; SIGTERM then stops in order', async ({
  start,
}) => {
  const site = await start()
  const response = await fetch(`${site.origin}/api/heroslides`, {
    method: 'POST',
    headers: { Origin: site.origin, 'Content-Type': 'multipart/form-data; boundary=x' },
    body: new Uint8Array(30 * 1024 * 1024),
  })
  expect(response.status).toBe(401)
  expect(await site.stop()).toBe(0)
  const [stopped] = /^.*"msg":"stopped".*$/m.exec(site.output()) ?? []
  expect(stopped).toContain('"cutConnections":0')
})

test('remix-serve: runs the same build with a new data folder, its first account, saves and scheduled releases', async ({
  start,
  playwright,
}) => {
  const site = await start({
    command: [path.resolve('node_modules/@remix-run/serve/dist/cli.js'), 'build/server/index.js'],
    readyPath: '/',
    variables: { DATA_DIR: await newDataDir(), ADMIN_PASSWORD: undefined },
  })
  const home = await fetch(site.origin)
  const html = await home.text()
  expect(html.slice(0, 30)).toMatch(/^<!DOCTYPE html><html /)
  expect(html).toContain('</h1>')
  expect(home.headers.get('Content-Security-Policy')).toContain("object-src 'none'")

  // Printed before the server listens.
  const [banner = '', password = ''] = /Password +(\S+)[^]*remix-serve/.exec(site.output()) ?? []
  expect(banner.match(/Password/g)).toHaveLength(1)
  const request = await playwright.request.newContext({ baseURL: site.origin })
  const forms = new FormClient(request)
  await forms.open('/admin/login')
  forms.control('username').value = site.username
  forms.control('password').value = password
  await forms.press(forms.button('Log in'))
  await forms.open('/admin/services')
  forms.control('title').value = 'Services saved under remix-serve'
  await forms.press(forms.button('Update'))
  expect(await (await fetch(`${site.origin}/services`)).text()).toContain('Services saved under remix-serve')

  const headers = { origin: site.origin }
  const made = await request.post('/api/releases', { headers, data: { name: 'Scheduled' } })
  const { id: release } = z.object({ id: z.string() }).parse(await made.json())
  await forms.open(`/admin/services?release=${release}`)
  forms.control('title').value = 'Services of a scheduled release'
  await forms.press(forms.button('Save draft'))
  const time = new Date(Date.now() + 4_000).toISOString()
  const timed = await request.put(`/api/releases/${release}`, { headers, data: { name: 'Scheduled', time } })
  expect(timed.status()).toBe(200)
  expect((await request.post(`/api/releases/${release}/schedule`, { headers })).status()).toBe(200)
  await expect
    .poll(async () => (await fetch(`${site.origin}/services`)).text())
    .toContain('Services of a scheduled release')
  await request.dispose()
  // At a signal to stop, remix-serve closes its port and then waits for the app, which it cannot stop.
  site.process.kill('SIGKILL')
})
