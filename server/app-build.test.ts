import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { byArea, loadBuild, withoutStaff } from './app-build.ts'

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

test('each area is rendered with its routes and what these are below; the build itself is unchanged', async () => {
  const routes = {
    root: { id: 'root', path: '' },
    layout: { id: 'layout', parentId: 'root' },
    home: { id: 'home', parentId: 'layout', index: true },
    administration: { id: 'administration', parentId: 'layout', path: 'administration' },
    login: { id: 'login', parentId: 'root', path: 'admin/login' },
    shell: { id: 'shell', parentId: 'root', path: 'admin' },
    editor: { id: 'editor', parentId: 'shell', path: ':section' },
    apiary: { id: 'apiary', parentId: 'layout', path: 'apiary' },
    resource: { id: 'resource', parentId: 'layout', path: 'api/:resource/:entryId?' },
    unknown: { id: 'unknown', parentId: 'root', path: 'api/*' },
  }
  const entry = '{ module: { hostInterface: {} } }'
  const assets = JSON.stringify({ routes })
  const file = await fileOf(`export const routes = ${JSON.stringify(routes)}, entry = ${entry}, assets = ${assets}`)
  const build = await loadBuild(file)
  const ofVisitors = ['root', 'layout', 'home', 'administration', 'apiary', 'resource', 'unknown']
  expect(Object.keys(withoutStaff(build).routes)).toEqual(ofVisitors)

  const partFor = byArea(build, (part) => part)
  const usedFor = (target: string) => {
    const part = partFor(target)
    expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes))
    return Object.keys(part.routes)
  }
  for (const address of ['/', '/administration', '/apiary', '/?q=/admin', '/_root.data', '/Admin'])
    expect(usedFor(address), address).toEqual(ofVisitors)
  for (const address of ['/api', '/api/news?page=2'])
    expect(usedFor(address), address).toEqual(['root', 'layout', 'resource', 'unknown'])
  for (const address of ['/admin', '/admin.data', '/admin/login?to=/', '//admin', '/%61dmin/news', '/x/../admin'])
    expect(usedFor(address), address).toEqual(Object.keys(routes))
})
