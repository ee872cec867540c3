import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadBuild } from './app-build.ts'

async function fileOf(source: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'index.mjs')
  await writeFile(file, source)
  return file
}

test('a build of the app: its entry module has the interface for the host', async () => {
  const file = await fileOf('export const routes = {}, entry = { module: { hostInterface: { env: { port: 3000 } } } }')
  expect((await loadBuild(file)).entry.module.hostInterface.env.port).toBe(3000)
})

test.each([
  ['without a host interface', 'export const routes = {}, entry = { module: {} }'],
  ['of something else', 'export default 1'],
])('a build %s: the message says what to do', async (_case, source) => {
  const file = await fileOf(source)
  await expect(loadBuild(file)).rejects.toThrow(`${file} is not a build of the app. Make one: npm run build`)
})
