import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { startSite } from '../start-site.ts'

test('port in use: ends with a sentence that names it, and makes no account whose password nobody saw', async () => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  await expect(startSite({ variables: { PORT: port } })).rejects.toThrow(`Port ${port} is in use`)
  other.close()
})

test('setting that is not valid: ends with a sentence that names it', async () => {
  await expect(startSite({ variables: { TRUST_PROXY: 'perhaps' } })).rejects.toThrow(
    /TRUST_PROXY: must be true or false/,
  )
})

test('SIGTERM: stops in order with exit code 0', async () => {
  const site = await startSite()
  expect(await site.stop()).toBe(0)
  expect(site.output()).toContain('"msg":"stopped"')
})

test('no administrator and no password given: a random one is printed, at the first start only', async () => {
  const variables = { ADMIN_PASSWORD: undefined, DATA_DIR: test.info().outputPath('data') }
  const first = await startSite({ variables })
  await first.stop()
  const password = /password +(\S+)/.exec(first.output())?.[1] ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)

  const second = await startSite({ variables })
  await second.stop()
  expect(second.output()).toContain('npm run admin -- reset')
  expect(second.output()).not.toContain(password)
})

test('volumes that are empty: filled with what ships before the first request', async () => {
  const volume = test.info().outputPath('content')
  const site = await startSite({ variables: { CONTENT_DIR: volume } })
  expect(readdirSync(volume).sort()).toEqual(readdirSync('content').sort())
  expect((await fetch(site.origin)).status).toBe(200)
  await site.stop()
})

test('remix-serve: runs the same build', async () => {
  const site = await startSite({
    command: [path.resolve('node_modules/@remix-run/serve/dist/cli.js'), 'build/server/index.js'],
    readyPath: '/',
  })
  const home = await fetch(site.origin)
  expect(await home.text()).toContain('</html>')
  expect(home.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
  await site.stop()
})
