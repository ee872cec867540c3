import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { action, loader } from '#app/cms/api/content/section-resource.tsx'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'

/** Of the 200 entries of the first branch, the other one changes the first 100 and does not have the next 60. */
const KEYS = Array.from({ length: 200 }, (_, at) => `loaf-${String(at).padStart(3, '0')}`)
const CHANGED = KEYS.slice(0, 100)
const MISSING = KEYS.slice(100, 160)
const ADDED = Array.from({ length: 40 }, (_, at) => `roll-${at}`)
const INVALID = KEYS[7] ?? ''

let folder: string
const git = (...parameters: string[]) => [
  '-C',
  folder,
  '-c',
  'user.name=Test',
  '-c',
  'user.email=t@example.com',
  ...parameters,
]
const fileOf = (key: string) => path.join(folder, 'recipes', `${key}.md`)
const write = (key: string, title: string) => {
  writeFileSync(fileOf(key), `---\ntitle: ${title}\nminutes: 5\n---\n\nBake.\n`)
}
const commit = (name: string) => {
  execFileSync('git', git('add', '-A'))
  execFileSync('git', git('commit', '-qm', name))
}

const { content } = await createExampleSite({
  prepare({ contentDir }) {
    folder = contentDir
    execFileSync('git', git('init', '-q', '-b', 'first'))
    for (const key of KEYS) write(key, `First ${key}`)
    commit('First')
    execFileSync('git', git('checkout', '-q', '-b', 'other'))
    for (const key of CHANGED) write(key, `Other ${key}`)
    writeFileSync(fileOf(INVALID), '---\ntitle: 7\n---\n')
    for (const key of MISSING) rmSync(fileOf(key))
    for (const key of ADDED) write(key, `Other ${key}`)
    commit('Other')
    execFileSync('git', git('checkout', '-q', 'first'))
    return Promise.resolve()
  },
})

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

test('another branch is checked out while staff save: no entry is lost or gone, and the dashboard names what is wrong', async () => {
  const saved: { key: string; title: string }[] = []
  let isRunning = true
  const save = async (key: string) => {
    const isSaved = () => saved.some((one) => one.key === key)
    for (let edition = 1; isRunning || !isSaved(); edition += 1) {
      const title = `Staff ${key} ${edition}`
      if ((await put(key, title)).ok) saved.push({ key, title })
      expect((await get(KEYS[(edition * 37) % KEYS.length] ?? '')).status).toBe(200)
    }
  }
  // One that the other branch changes, one that it does not have, and one that is the same in both.
  const staff = ['loaf-050', 'loaf-120', 'loaf-170'].map(save)
  await promisify(execFile)('git', git('checkout', '-q', '-f', 'other'))
  await vi.waitFor(async () => {
    for (const key of ADDED) expect((await get(key)).status).toBe(200)
  })
  isRunning = false
  await Promise.all(staff)
  expect(new Set(saved.map(({ key }) => key)).size).toBe(3)

  const files = new Set(readdirSync(path.join(folder, 'recipes')))
  const missing = KEYS.filter((key) => !files.has(`${key}.md`))
  expect(missing.length).toBeGreaterThanOrEqual(MISSING.length - 1)
  await vi.waitFor(async () => {
    const { faults } = await loadDashboard(screenArgs('/admin', cookie))
    expect(faults.together).toMatchObject([{ id: 'recipes', count: missing.length + 1 }])
  })
  for (const key of [...KEYS, ...ADDED]) expect([key, (await get(key)).status]).toEqual([key, 200])
  for (const key of CHANGED.filter((one) => one !== INVALID && one !== 'loaf-050'))
    expect(titleOf(key)).toBe(`Other ${key}`)
  expect(titleOf(INVALID)).toBe(`First ${INVALID}`)

  const known = new Map<string, string>()
  for (const { key, title } of saved) {
    const texts = known.get(key) ?? (await textsOf(key))
    known.set(key, texts)
    expect(texts).toContain(title)
  }
})

const titleOf = (key: string) => content.find(recipes.entry(key))?.value.title

/** All texts that the entry has now and had before. */
async function textsOf(key: string) {
  const section = recipes.entry(key)
  const past = (await content.history(section)).map(({ id }) => content.pastTexts(section, id))
  return [titleOf(key), ...(await Promise.all(past)).flat()].join('\n')
}

function get(key: string) {
  return loader(routeArgs(ownRequest(`/api/recipes/${key}`), { resource: 'recipes', entryId: key }))
}

function put(key: string, title: string) {
  const body = JSON.stringify({ title, minutes: 6, body: 'Bake long.' })
  const headers = { cookie, 'content-type': 'application/json' }
  const request = ownRequest(`/api/recipes/${key}`, { method: 'PUT', headers, body })
  return action(routeArgs(request, { resource: 'recipes', entryId: key }))
}
