import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { action as dashboardAction } from '#app/cms/admin/shell/dashboard.tsx'
import { suppliers } from '#test/example-site/home/suppliers.ts'
import { album } from '#test/example-site/album/album.ts'
import { breads } from '#test/example-site/breads/breads.ts'
import { story } from '#test/example-site/home/story.ts'
import { courses } from '#test/example-site/courses/courses.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const KEY = 'first-loaf-2099'

/** At the first start of the site these section files are unparsable, invalid or missing: there is no valid version. */
let shippedNumbers = ''
const { env, content: siteContent } = await createExampleSite({
  prepare: async ({ contentDir }) => {
    const file = (name: string) => path.join(contentDir, name)
    shippedNumbers = await readFile(file('home/numbers.yaml'), 'utf8')
    await writeFile(file('home/numbers.yaml'), shippedNumbers.replace(/^yearsOpen: .*$/m, 'yearsOpen: many\nyears: 3'))
    await writeFile(file('home/suppliers.yaml'), 'title: [unfinished\n')
    await rm(file('team.md'))
    await rm(file('breads'), { recursive: true })
    await rm(file('breads-order.yaml'))
    await writeFile(file(`courses/${KEY}.yaml`), 'courses: none\n')
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
  const { content, broken, invalidFields, version } = await load('numbers')
  expect(broken?.fault).toMatchObject({ file: 'home/numbers.yaml', servesLastGood: false })
  const line = lineOf(file('home/numbers.yaml'), 'yearsOpen')
  expect(invalidFields?.result.error).toEqual({
    yearsOpen: [expect.stringMatching(`whole number .* \\(line ${line} of the file\\)$`)],
  })
  expect(broken?.repairs).toEqual([`removes “years” (line ${line + 1}), which is not a field of this section`])
  expect(content).toMatchObject({ yearsOpen: 'many' })
  const { _id, loavesADay, flour, pictures } = content as Record<string, string> & {
    pictures: Record<string, string>
  }
  await redirected(
    save('numbers', {
      version,
      _id: String(_id),
      yearsOpen: '34',
      loavesADay: String(loavesADay),
      flour: String(flour),
      ...Object.fromEntries(Object.entries(pictures).map(([key, picture]) => [`pictures.${key}`, picture])),
    }),
  )
  expect(siteContent.read(numbers).value.yearsOpen).toBe(34)
  // The file could be parsed, so its comments are preserved.
  expect(await readFile(file('home/numbers.yaml'), 'utf8')).toContain(shippedNumbers.split('\n')[0])
})

test('a file that cannot be parsed: an empty form with the place of the fault; the file stays in the history', async () => {
  const { broken, content } = await load('suppliers')
  expect(broken).toMatchObject({
    fault: { file: 'home/suppliers.yaml', line: 2, column: 1 },
    startsFrom: 'nothing',
    text: 'title: [unfinished\n',
  })
  expect(content).toMatchObject({ suppliers: expect.any(Array) as unknown })
  await redirected(save('suppliers', { version: '', title: 'Our suppliers' }))
  expect(siteContent.read(suppliers).value.title).toBe('Our suppliers')
  const [entry] = await siteContent.history(suppliers)
  expect(await siteContent.past(suppliers, entry?.id ?? '')).toMatchObject({ issues: [{ path: '' }] })
})

test('a missing page of Markdown: the form begins anew', async () => {
  const { content, broken } = await load('team')
  expect(broken).toMatchObject({ fault: { message: 'The file is missing' }, excerpt: [], text: undefined })
  expect(content).toBeTypeOf('object')
})

test('a collection whose folder is missing: starts empty, and the first entry makes it', async () => {
  const { rows } = await listLoader(adminArgs('breads'))
  expect(rows).toEqual([])
  const { flash } = await redirected(
    saveEntry('breads/first', { version: '', name: 'A new bread', description: 'Rye.', price: 'Rs 400' }),
  )
  expect(flash).toMatchObject({ kind: 'success', message: 'Bread added' })
  expect(siteContent.read(breads.entry('first')).value).toMatchObject({ name: 'A new bread' })
  expect((await listLoader(adminArgs('breads'))).rows).toMatchObject([{ key: 'first' }])
})

test('an entry whose file does not fit: the list says so; a draft changes nothing yet; a save replaces the file, which stays in the history', async () => {
  const section = courses.entry(KEY)
  const { rows } = await listLoader(adminArgs('courses'))
  expect(rows.find(({ key }) => key === KEY)).toMatchObject({ state: 'unreadable' })
  const { broken, version } = await sectionEditorLoader(adminArgs(`courses/${KEY}`))
  expect(broken).toMatchObject({ fault: { file: `courses/${KEY}.yaml` }, text: 'courses: none\n' })
  const course = {
    version,
    title: 'Your first loaf',
    day: '2099-02-06',
    level: 'first-loaf',
    places: '8',
  }
  await redirected(saveEntry(`courses/${KEY}`, { ...course, intent: 'draft' }))
  expect(siteContent.find(section)).toBeUndefined()
  const { draft } = await sectionEditorLoader(adminArgs(`courses/${KEY}?draft=yes`))
  await redirected(saveEntry(`courses/${KEY}`, { version: draft?.version ?? '', intent: 'delete' }))

  const { flash } = await redirected(saveEntry(`courses/${KEY}`, course))
  expect(flash).toMatchObject({ kind: 'success' })
  // Undo would bring the unusable file back.
  expect(flash).not.toHaveProperty('undo')
  expect(siteContent.read(section).value).toMatchObject({ title: 'Your first loaf' })
  const entries = await siteContent.history(section)
  const past = await Promise.all(entries.map(({ id }) => siteContent.past(section, id)))
  expect(past).toContainEqual(expect.objectContaining({ value: { courses: 'none' } }))
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
  const before = await readFile(file('home/story.yaml'), 'utf8')
  await rm(file('home/story.yaml'))
  await vi.waitFor(() => {
    expect(siteContent.faults()).toContainEqual(expect.objectContaining({ section: story.id, servesLastGood: true }))
  })
  const { url, flash } = await post(story.id)
  expect(url).toBe('/admin')
  expect(flash).toMatchObject({
    kind: 'success',
    message: 'The last valid version of Our Story was written to its file',
  })
  expect(await readFile(file('home/story.yaml'), 'utf8')).toBe(before)
  expect((await post('team')).flash).toMatchObject({ kind: 'failure' })
})

describe('a file that was valid before', () => {
  /** Writes the file of the album, and waits until the site has seen that it cannot be used. */
  async function spoil(text: string) {
    await writeFile(file('album.yaml'), text)
    await vi.waitFor(() => {
      expect(siteContent.brokenFile(album)?.text).toBe(text)
    })
  }

  const picture = '    image: mill-f52c0ce7.svg'
  const spoilt = [
    'title: 2024',
    'descripton: Misspelt.',
    'pictures:',
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
    const before = siteContent.read(album)
    await spoil(spoilt)
    const { content, version, invalidFields, broken } = await load('album')
    expect(siteContent.read(album)).toEqual(before)
    expect(version).toBe(before.version)
    expect(content).toEqual({
      title: 2024,
      pictures: [
        { _id: 'one', title: 'One', image: 'mill-f52c0ce7.svg' },
        { title: '- a\n- b', image: 'mill-f52c0ce7.svg' },
        { title: 'No id', image: 'mill-f52c0ce7.svg' },
        { title: 'Only a text' },
      ],
    })
    expect(invalidFields?.result.error).toEqual({
      title: ['Put 2024 in quotes, because this is a text (line 1 of the file)'],
      'pictures[1].title': ['Enter title (line 8 of the file)'],
      '': [expect.stringMatching(/^Pictures › 4: .*\(line 12 of the file\)$/)],
    })
    expect(broken).toMatchObject({
      startsFrom: 'file',
      otherStart: '/admin/album?start=last-valid',
      lastValidFrom: expect.stringMatching(/^today, \d\d:\d\d$/) as string,
    })
    expect(broken?.repairs).toEqual([
      'gives an entry a new _id (line 10)',
      'removes “descripton” (line 2), which is not a field of this section',
    ])
  })

  test('started from the last valid version: that one, without faults; unchanged, it repairs the file', async () => {
    const { value } = siteContent.read(album)
    const { content, invalidFields, broken } = await load('album', '?start=last-valid')
    expect(content).toEqual(value)
    expect(invalidFields).toBeUndefined()
    expect(broken).toMatchObject({ startsFrom: 'last-valid', otherStart: '/admin/album' })
    await siteContent.writeLastGood(album, { author: 'asha' })
    expect(siteContent.brokenFile(album)).toBeUndefined()
    await spoil(spoilt)
  })

  test('saved: the file is mended with new ids, its comments stay, and the file as it was found is in the history', async () => {
    const withComment = `# Of the fair.\n${spoilt}`
    await spoil(withComment)
    const { version } = await load('album')
    const { flash } = await redirected(
      save('album', {
        version,
        title: 'Fair 2024',
        description: '',
        'pictures[0]._id': 'one',
        'pictures[0].title': 'One',
        'pictures[0].image': 'mill-f52c0ce7.svg',
        'pictures[1]._id': '',
        'pictures[1].title': 'Two',
        'pictures[1].image': 'mill-f52c0ce7.svg',
      }),
    )
    expect(flash).toMatchObject({ kind: 'success' })
    // Undo would bring the fault back.
    expect(flash).not.toHaveProperty('undo')
    expect(siteContent.faults().map(({ section }) => section)).not.toContain('album')
    const { title, pictures } = siteContent.read(album).value
    expect([title, ...pictures.map((item) => item.title)]).toEqual(['Fair 2024', 'One', 'Two'])
    expect(await readFile(file('album.yaml'), 'utf8')).toMatch(/^# Of the fair\.\n/)
    const [, found] = await siteContent.history(album)
    expect(found).toMatchObject({ reason: 'Invalid file that was replaced' })
    expect((await siteContent.past(album, found?.id ?? '')).value).toMatchObject({ descripton: 'Misspelt.' })
  })

  test('of a later release: refused in words, the form shows the last valid version', async () => {
    await spoil('formatVersion: 99\ntitle: New\n')
    const { content, invalidFields, broken } = await load('album')
    expect(broken?.fault.message).toContain('from a newer version of this software')
    expect(broken).toMatchObject({ startsFrom: 'last-valid', repairs: [] })
    expect(broken?.otherStart).toBeUndefined()
    expect([content, invalidFields]).toEqual([siteContent.read(album).value, undefined])
  })

  test('saved by someone else meanwhile: a conflict with the fields that both have changed', async () => {
    await spoil(spoilt)
    const { version } = await load('album')
    await siteContent.update(album, {
      author: 'ravi',
      reason: 'Mended',
      change: (content) => ({ ...content, title: 'By Ravi' }),
    })
    const form = { version, title: 'By Asha', description: '' }
    const { status, reply } = await refusal(
      sectionEditorAction(routeArgs(formRequest('album', form), { section: 'album' })),
    )
    expect(status).toBe(409)
    expect(reply.conflict?.map(({ name }) => name)).toContain('title')
  })
})
