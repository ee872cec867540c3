import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { action as dashboardAction } from '#app/cms/admin/shell/dashboard.tsx'
import { clients } from '#app/site/sections/clients/clients.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { qualityControl } from '#app/site/sections/quality-control/quality-control.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const KEY = 'annual-report-2024-25'

/** At the first start of the site these section files are unparsable, invalid or missing: there is no valid version. */
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
    await rm(file('home/hero-slides'), { recursive: true })
    await rm(file('home/hero-slides-order.yaml'))
    await writeFile(file(`investors/reports/${KEY}.yaml`), 'reports: none\n')
  },
})
const file = (name: string) => path.join(env.contentDir, name)
const cookie = await signIn()

async function load(section: string, query = '') {
  return sectionEditorLoader(routeArgs(ownRequest(`/admin/${section}${query}`, { headers: { cookie } }), { section }))
}

/** Number of the first line of a file that has this text, from 1. */
function lineOf(name: string, text: string) {
  return (
    readFileSync(name, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  )
}

async function save(section: string, fields: Record<string, string>) {
  return sectionEditorAction(routeArgs(formRequest(section, fields), { section }))
}

function formRequest(section: string, fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ intent: 'save', ...fields })) body.append(name, value)
  return ownRequest(`/admin/${section}`, { method: 'POST', body, headers: { cookie } })
}

test('a file that does not fit: the form shows what it says, with the fault at its field; saving it repairs the section', async () => {
  const { content, broken, invalidFields, version } = await load('stats')
  expect(broken?.fault).toMatchObject({ file: 'home/stats.yaml', servesLastGood: false })
  const line = lineOf(file('home/stats.yaml'), 'yearsExperience')
  expect(invalidFields?.result.error).toEqual({
    yearsExperience: [expect.stringMatching(`whole number .* \\(line ${line} of the file\\)$`)],
  })
  expect(broken?.repairs).toEqual([`removes “years” (line ${line + 1}), which is not a field of this section`])
  expect(content).toMatchObject({ yearsExperience: 'many' })
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
  // The file could be parsed, so its comments are preserved.
  expect(await readFile(file('home/stats.yaml'), 'utf8')).toContain(shippedStats.split('\n')[0])
})

test('a file that cannot be parsed: an empty form with the place of the fault; the file stays in the history', async () => {
  const { broken, content } = await load('clients')
  expect(broken).toMatchObject({
    fault: { file: 'home/clients.yaml', line: 2, column: 1 },
    startsFrom: 'nothing',
    text: 'title: [unfinished\n',
  })
  expect(content).toMatchObject({ clients: expect.any(Array) as unknown })
  await redirected(save('clients', { version: '', title: 'Our clients' }))
  expect(siteContent.read(clients).value.title).toBe('Our clients')
  const [entry] = await siteContent.history(clients)
  expect(await siteContent.past(clients, entry?.id ?? '')).toMatchObject({ issues: [{ path: '' }] })
})

test('a missing page of Markdown: the form begins anew', async () => {
  const { content, broken } = await load('careers')
  expect(broken).toMatchObject({ fault: { message: 'The file is missing' }, excerpt: [], text: undefined })
  expect(content).toBeTypeOf('object')
})

test('a collection whose folder is missing: starts empty, and the first entry makes it', async () => {
  const { rows } = await listLoader(adminArgs('herocarousel'))
  expect(rows).toEqual([])
  const { flash } = await redirected(saveEntry('herocarousel/first', { version: '', title: 'A new slide' }))
  expect(flash).toMatchObject({ kind: 'success', message: 'Slide added' })
  expect(siteContent.read(heroSlides.entry('first')).value).toMatchObject({ title: 'A new slide' })
  expect((await listLoader(adminArgs('herocarousel'))).rows).toMatchObject([{ key: 'first' }])
})

test('an entry whose file does not fit: the list says so; a draft changes nothing yet; a save replaces the file, which stays in the history', async () => {
  const section = reports.entry(KEY)
  const { rows } = await listLoader(adminArgs('reports'))
  expect(rows.find(({ key }) => key === KEY)).toMatchObject({ state: 'unreadable' })
  const { broken, version } = await sectionEditorLoader(adminArgs(`reports/${KEY}`))
  expect(broken).toMatchObject({ fault: { file: `investors/reports/${KEY}.yaml` }, text: 'reports: none\n' })
  const report = {
    version,
    year: '2025-26',
    title: 'Annual Report',
    fileUrl: '/uploads/reports/annual-report-2024-25.pdf',
  }
  await redirected(saveEntry(`reports/${KEY}`, { ...report, intent: 'draft' }))
  expect(siteContent.find(section)).toBeUndefined()
  const { draft } = await sectionEditorLoader(adminArgs(`reports/${KEY}?draft=yes`))
  await redirected(saveEntry(`reports/${KEY}`, { version: draft?.version ?? '', intent: 'delete' }))

  const { flash } = await redirected(saveEntry(`reports/${KEY}`, report))
  expect(flash).toMatchObject({ kind: 'success' })
  // Undo would bring the unusable file back.
  expect(flash).not.toHaveProperty('undo')
  expect(siteContent.read(section).value).toMatchObject({ title: 'Annual Report' })
  const entries = await siteContent.history(section)
  const past = await Promise.all(entries.map(({ id }) => siteContent.past(section, id)))
  expect(past).toContainEqual(expect.objectContaining({ value: { reports: 'none' } }))
})

function adminArgs(page: string) {
  const [, key = ''] = page.split(/[/?]/)
  return routeArgs(ownRequest(`/admin/${page}`, { headers: { cookie } }), { key })
}

function saveEntry(page: string, fields: Record<string, string>) {
  const [, key = ''] = page.split('/')
  return sectionEditorAction(routeArgs(formRequest(page, fields), { key }))
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
  })
  const { url, flash } = await post(qualityControl.id)
  expect(url).toBe('/admin')
  expect(flash).toMatchObject({
    kind: 'success',
    message: 'The last valid version of Quality Control was written to its file',
  })
  expect(await readFile(file('home/quality-control.yaml'), 'utf8')).toBe(before)
  expect((await post('careers')).flash).toMatchObject({ kind: 'failure' })
})

describe('a file that was valid before', () => {
  /** Writes the file of the gallery, and waits until the site has seen that it cannot be used. */
  async function spoil(text: string) {
    await writeFile(file('gallery.yaml'), text)
    await vi.waitFor(() => {
      expect(siteContent.brokenFile(gallery)?.text).toBe(text)
    })
  }

  const picture = '    imageUrl: client-1-c6d2b97c.svg'
  const spoilt = [
    'title: 2024',
    'descripton: Misspelt.',
    'items:',
    '  - _id: one',
    '    title: One',
    picture,
    '  - _id: one',
    '    title: [a, b]',
    picture,
    '  - title: No id',
    picture,
    '  - Only a text',
    '',
  ].join('\n')

  test('its form: what the file says, each fault at its field with its line, and what visitors see', async () => {
    const before = siteContent.read(gallery)
    await spoil(spoilt)
    const { content, version, invalidFields, broken } = await load('gallery')
    expect(siteContent.read(gallery)).toEqual(before)
    expect(version).toBe(before.version)
    expect(content).toEqual({
      title: 2024,
      items: [
        { _id: 'one', title: 'One', imageUrl: 'client-1-c6d2b97c.svg' },
        { title: '- a\n- b', imageUrl: 'client-1-c6d2b97c.svg' },
        { title: 'No id', imageUrl: 'client-1-c6d2b97c.svg' },
        { title: 'Only a text' },
      ],
    })
    expect(invalidFields?.result.error).toEqual({
      title: ['Put 2024 in quotes, because this is a text (line 1 of the file)'],
      'items[1].title': ['Enter title (line 8 of the file)'],
      '': [expect.stringMatching(/^Items › 4: .*\(line 12 of the file\)$/)],
    })
    expect(broken).toMatchObject({
      startsFrom: 'file',
      otherStart: '/admin/gallery?start=last-valid',
      lastValidFrom: expect.stringMatching(/^today, \d\d:\d\d$/) as string,
    })
    expect(broken?.repairs).toEqual([
      'gives an entry a new _id (line 10)',
      'removes “descripton” (line 2), which is not a field of this section',
    ])
  })

  test('started from the last valid version: that one, without faults; unchanged, it repairs the file', async () => {
    const { value } = siteContent.read(gallery)
    const { content, invalidFields, broken } = await load('gallery', '?start=last-valid')
    expect(content).toEqual(value)
    expect(invalidFields).toBeUndefined()
    expect(broken).toMatchObject({ startsFrom: 'last-valid', otherStart: '/admin/gallery' })
    await siteContent.writeLastGood(gallery, { author: 'asha' })
    expect(siteContent.brokenFile(gallery)).toBeUndefined()
    await spoil(spoilt)
  })

  test('saved: the file is mended with new ids, its comments stay, and the file as it was found is in the history', async () => {
    const withComment = `# Of the fair.\n${spoilt}`
    await spoil(withComment)
    const { version } = await load('gallery')
    const { flash } = await redirected(
      save('gallery', {
        version,
        title: 'Fair 2024',
        description: '',
        'items[0]._id': 'one',
        'items[0].title': 'One',
        'items[0].imageUrl': 'client-1-c6d2b97c.svg',
        'items[1]._id': '',
        'items[1].title': 'Two',
        'items[1].imageUrl': 'client-1-c6d2b97c.svg',
      }),
    )
    expect(flash).toMatchObject({ kind: 'success' })
    // Undo would bring the fault back.
    expect(flash).not.toHaveProperty('undo')
    expect(siteContent.faults().map(({ section }) => section)).not.toContain('gallery')
    const { title, items } = siteContent.read(gallery).value
    expect([title, ...items.map((item) => item.title)]).toEqual(['Fair 2024', 'One', 'Two'])
    expect(await readFile(file('gallery.yaml'), 'utf8')).toMatch(/^# Of the fair\.\n/)
    const [, found] = await siteContent.history(gallery)
    expect(found).toMatchObject({ reason: 'Invalid file that was replaced' })
    expect((await siteContent.past(gallery, found?.id ?? '')).value).toMatchObject({ descripton: 'Misspelt.' })
  })

  test('of a later release: refused in words, the form shows the last valid version', async () => {
    await spoil('formatVersion: 99\ntitle: New\n')
    const { content, invalidFields, broken } = await load('gallery')
    expect(broken?.fault.message).toContain('from a newer version of this software')
    expect(broken).toMatchObject({ startsFrom: 'last-valid', repairs: [] })
    expect(broken?.otherStart).toBeUndefined()
    expect([content, invalidFields]).toEqual([siteContent.read(gallery).value, undefined])
  })

  test('saved by someone else meanwhile: a conflict with the fields that both have changed', async () => {
    await spoil(spoilt)
    const { version } = await load('gallery')
    await siteContent.update(gallery, {
      author: 'ravi',
      reason: 'Mended',
      change: (content) => ({ ...content, title: 'By Ravi' }),
    })
    const form = { version, title: 'By Asha', description: '' }
    const { status, reply } = await refusal(
      sectionEditorAction(routeArgs(formRequest('gallery', form), { section: 'gallery' })),
    )
    expect(status).toBe(409)
    expect(reply.conflict?.map(({ name }) => name)).toContain('title')
  })
})
