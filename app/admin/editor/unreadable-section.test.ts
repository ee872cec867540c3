import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { slideTableLoader } from '#app/admin/hero-slides/hero-slides.server.ts'
import { reportsLoader } from '#app/admin/reports/reports.server.ts'
import { action as dashboardAction } from '#app/admin/shell/dashboard.tsx'
import { clientsSection } from '#app/sections/clients/clients.ts'
import { qualityControl } from '#app/sections/quality-control/quality-control.ts'
import { stats } from '#app/sections/stats/stats.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

/** Sections whose files never could be read: broken, not fitting, or missing at the first start of the site. */
let shippedStats = ''
const { env, content: siteContent } = await createTestSite({
  prepare: async ({ contentDir }) => {
    const file = (name: string) => path.join(contentDir, name)
    shippedStats = await readFile(file('home/stats.yaml'), 'utf8')
    await writeFile(
      file('home/stats.yaml'),
      shippedStats.replace(/^yearsExperience: .*$/m, 'yearsExperience: many\nyears: 3'),
    )
    await writeFile(file('home/clients.yaml'), 'title: [unfinished\n')
    await rm(file('pages/careers.md'))
    await rm(file('home/hero-slides.yaml'))
    await writeFile(file('investors/reports.yaml'), 'reports: none\n')
  },
})
const file = (name: string) => path.join(env.contentDir, name)
const cookie = await signIn()

async function load(section: string) {
  return sectionEditorLoader(routeArgs(ownRequest(`/admin/${section}`, { headers: { cookie } }), { section }))
}

async function save(section: string, fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ intent: 'save', ...fields })) body.append(name, value)
  const request = ownRequest(`/admin/${section}`, { method: 'POST', body, headers: { cookie } })
  return sectionEditorAction(routeArgs(request, { section }))
}

test('a file that does not fit: the form shows what it says, with the fault at its field; saving it mends the section', async () => {
  const { content, fault, unfit, version } = await load('stats')
  expect(fault).toMatchObject({ file: 'home/stats.yaml', servesLastGood: false })
  expect(fault?.line).toBeGreaterThan(1)
  expect(unfit?.result.error).toMatchObject({ yearsExperience: [expect.stringContaining('whole number')] })
  const { _id, clientsWorldwide, capacity, icons } = content as Record<string, string> & {
    icons: Record<string, string>
  }
  await redirected(
    save('stats', {
      version,
      _id: String(_id),
      yearsExperience: '34',
      clientsWorldwide: String(clientsWorldwide),
      capacity: String(capacity),
      ...Object.fromEntries(Object.entries(icons).map(([key, icon]) => [`icons.${key}`, icon])),
    }),
  )
  expect(siteContent.read(stats).value.yearsExperience).toBe(34)
  // Comments of the file that could be parsed stay.
  expect(await readFile(file('home/stats.yaml'), 'utf8')).toContain(shippedStats.split('\n')[0])
})

test('a file that cannot be parsed: an empty form with the place of the fault; the file stays in the history', async () => {
  const { fault, content } = await load('clients')
  expect(fault).toMatchObject({ file: 'home/clients.yaml', line: 2, column: 1 })
  expect(content).toMatchObject({ clients: expect.any(Array) as unknown })
  await redirected(save('clients', { version: '', title: 'Our clients' }))
  expect(siteContent.read(clientsSection).value.title).toBe('Our clients')
  const [entry] = await siteContent.history(clientsSection)
  expect(await siteContent.past(clientsSection, entry?.id ?? '')).toMatchObject({ issues: [{ path: '' }] })
})

test('a missing page of Markdown: the form begins anew', async () => {
  const { content, fault } = await load('careers')
  expect(fault?.message).toBe('The file is missing')
  expect(content).toBeTypeOf('object')
})

test.each([
  ['hero-slides', () => slideTableLoader(adminArgs())],
  ['reports', () => reportsLoader(adminArgs())],
])('%s, of which parts are edited: a page that names the file, 503', async (name, loadPage) => {
  const response: unknown = await loadPage().catch((thrown: unknown) => thrown)
  if (!(response instanceof Response)) throw new Error('The page was shown')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    unreadable: { fault: { file: expect.stringContaining(name) as string, servesLastGood: false } },
  })
})

function adminArgs() {
  return routeArgs(ownRequest('/admin/x', { headers: { cookie } }))
}

test('the dashboard writes the last good version back, without a script; one that has none says so', async () => {
  const post = (section: string) =>
    redirected(
      dashboardAction(
        routeArgs(
          ownRequest('/admin?index', {
            method: 'POST',
            body: new URLSearchParams({ intent: 'write-back', section }),
            headers: { cookie },
          }),
        ),
      ),
    )
  const before = await readFile(file('home/quality-control.yaml'), 'utf8')
  await rm(file('home/quality-control.yaml'))
  await vi.waitFor(() => {
    expect(siteContent.faults()).toContainEqual(
      expect.objectContaining({ section: qualityControl.id, servesLastGood: true }),
    )
  }, 5_000)
  const { url, flash } = await post(qualityControl.id)
  expect(url).toBe('/admin')
  expect(flash).toMatchObject({
    kind: 'success',
    message: 'The last valid version of Quality Control was written to its file',
  })
  expect(await readFile(file('home/quality-control.yaml'), 'utf8')).toBe(before)
  expect((await post('reports')).flash).toMatchObject({ kind: 'failure' })
})
