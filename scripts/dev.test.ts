import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copySmallSite } from '#test/copy-small-site.ts'
import { freePort } from '#test/e2e/start-site.ts'

test('npm run dev: serves the site, prints the first account, and reports no error', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  await copySmallSite(folder)
  const port = await freePort()
  const child = spawn(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      CONTENT_DIR: path.join(folder, 'content'),
      UPLOADS_DIR: path.join(folder, 'uploads'),
      DATA_DIR: path.join(folder, 'data'),
    },
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const page = await vi.waitFor(() => fetch(`http://localhost:${port}/`), { timeout: 120_000, interval: 100 })
  expect(await page.text()).toContain('</h1>')
  // The browser's modules, whose dependencies the server looks for at the first request.
  const script = await fetch(`http://localhost:${port}/app/entry.client.tsx`)
  expect(script.status).toBe(200)
  await vi.waitFor(() => expect(output).toMatch(/Password +\S+/), { timeout: 30_000 })
  expect(output).not.toMatch(/error/i)
})
