import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { clients } from '#app/site/sections/clients/clients.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import definition from '#app/site.config.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { differenceAction, differenceLoader } from '#app/cms/admin/history/history-difference.server.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { editedTexts } from '#test/e2e/editor-table.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { photo } from '#test/temporary-images.ts'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { createTestSite } from '#test/create-test-site.ts'

const sections = [
  ...definition.sections,
  productPages.entry('hffr-compound', undefined),
  grades.entry('pv-90-s', undefined),
]

const site = await createTestSite()
const { env, content: siteContent } = site

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

describe('who may', () => {
  test('without a session: to the sign-in', async () => {
    const request = ownRequest('/admin/stats')
    await expect(sectionEditorLoader(routeArgs(request, { section: 'stats' }))).rejects.toMatchObject({ status: 302 })
    await expect(sectionEditorAction(post('stats', {}, { cookie: '' }))).rejects.toMatchObject({ status: 302 })
  })

  test('from another site: 403', async () => {
    const request = post('stats', {}, { 'sec-fetch-site': 'cross-site' })
    await expect(sectionEditorAction(request)).rejects.toMatchObject({ status: 403 })
  })
})

test.each(['herocarousel', 'published-reports', '__proto__', ''])(
  '%j, which has no form here: 404',
  async (section) => {
    await expect(load(section)).rejects.toMatchObject({ status: 404 })
    await expect(sectionEditorAction(post(section, {}))).rejects.toMatchObject({ status: 404 })
  },
)

describe.each(sections.filter(({ editor }) => editor !== undefined))('$id', (section) => {
  test('shown and saved as it is: the same content, and no history entry', async () => {
    const before = await load(section.id)
    const response = await redirected(sectionEditorAction(post(section.id, fieldsOf(before.content))))
    expect(response).toMatchObject({
      url: adminAddress(section),
      flash: { message: site.sections.resolve(section.id)?.messages.updated },
    })
    expect(response.flash).not.toHaveProperty('undo')
    expect(await load(section.id)).toEqual(before)
  })

  test('with a field nobody knows: 422, nothing changes', async () => {
    const before = siteContent.read(section)
    const { status } = await refusal(sectionEditorAction(post(section.id, { ...fieldsOf(before.value), extra: 'x' })))
    expect(status).toBe(422)
    expect(siteContent.read(section)).toBe(before)
  })
})

test.each(editedTexts.filter(({ opener }) => opener === undefined))(
  '$section, $field: saved, back by Undo, and restored by the history',
  async ({ section, field, typed = 'An edit' }) => {
    const before = fieldsOf((await load(section)).content)
    const after = { ...before, [field]: typed }
    const saved = await redirected(sectionEditorAction(post(section, after)))
    expect(fieldsOf((await load(section)).content)).toEqual(after)
    await redirected(sectionEditorAction(post(section, { intent: 'restore', entry: saved.flash?.undo?.entry ?? '' })))
    expect(fieldsOf((await load(section)).content)).toEqual(before)

    const [undo] = (await load(section)).edits
    const address = `/admin/history/${section}/${undo?.id}?against=now&side=before`
    const params = { section, entry: undo?.id ?? '' }
    const { restore } = await differenceLoader(routeArgs(ownRequest(address, { headers: { cookie } }), params))
    const body = new URLSearchParams({
      intent: 'restore',
      entry: restore?.entry ?? '',
      version: restore?.version ?? '',
    })
    const request = ownRequest(address, { method: 'POST', body, headers: { cookie } })
    const restored = await redirected(differenceAction(routeArgs(request, params)))
    expect(fieldsOf((await load(section)).content)).toEqual(after)
    await redirected(
      sectionEditorAction(post(section, { intent: 'restore', entry: restored.flash?.undo?.entry ?? '' })),
    )
    expect(fieldsOf((await load(section)).content)).toEqual(before)
  },
)

describe('stats', () => {
  let fields: Record<string, string>

  beforeEach(() => {
    fields = fieldsOf(siteContent.read(stats).value)
  })

  test.each(['', 'many', '-1', '1.5', '1e3000'])('%j years: 422 at the field, what was typed stays', async (years) => {
    const { status, reply } = await refusal(
      sectionEditorAction(post('stats', { ...fields, yearsExperience: years, clientsWorldwide: '300' })),
    )
    expect(status).toBe(422)
    expect(Object.keys(reply.result.error ?? {})).toEqual(['yearsExperience'])
    expect(reply.result.initialValue).toMatchObject({ clientsWorldwide: '300' })
  })

  test('with other figures: saved as numbers, kept in history, undone', async () => {
    const before = siteContent.read(stats).value
    const { flash } = await redirected(sectionEditorAction(post('stats', { ...fields, clientsWorldwide: '300' })))
    expect(flash?.message).toBe('Stats updated successfully!')
    expect(siteContent.read(stats).value).toEqual({ ...before, clientsWorldwide: 300 })
    expect((await load('stats')).edits[0]).toMatchObject({
      author: 'admin',
      reason: 'Stats edited',
      restore: undefined,
    })

    await redirected(sectionEditorAction(post('stats', { intent: 'restore', entry: flash?.undo?.entry ?? '' })))
    expect(siteContent.read(stats).value).toEqual(before)
  })

  test('from a version that is no longer the one that stands: 409, what differs is named', async () => {
    const { version } = siteContent.read(stats)
    await redirected(sectionEditorAction(post('stats', { ...fields, yearsExperience: '40' })))
    const { status, reply } = await refusal(
      sectionEditorAction(post('stats', { ...fields, yearsExperience: '41', version })),
    )
    expect(status).toBe(409)
    expect(reply.version).toBe(siteContent.read(stats).version)
    expect(reply.conflict).toMatchObject([
      { name: 'yearsExperience', label: 'Years of experience', mine: '41', theirs: '40' },
    ])
  })

  test('from an older version, with another field than someone else: both are saved', async () => {
    const before = siteContent.read(stats)
    await redirected(sectionEditorAction(post('stats', { ...fields, yearsExperience: '45' })))
    const { flash } = await redirected(
      sectionEditorAction(post('stats', { ...fields, clientsWorldwide: '7', version: before.version })),
    )
    expect(flash?.detail).toBe('Your changes were merged with changes that someone else saved: Years of experience.')
    expect(siteContent.read(stats).value).toEqual({ ...before.value, yearsExperience: 45, clientsWorldwide: 7 })
  })

  test('from an older version, with one field in conflict: 409, the form takes over what only they changed', async () => {
    const { version } = siteContent.read(stats)
    await redirected(sectionEditorAction(post('stats', { ...fields, yearsExperience: '50', clientsWorldwide: '8' })))
    const mine = { ...fields, yearsExperience: '51', version }
    const { status, reply } = await refusal(sectionEditorAction(post('stats', mine)))
    expect(status).toBe(409)
    expect(reply.conflict?.map(({ name }) => name)).toEqual(['yearsExperience'])
    expect(reply.merged).toEqual([expect.stringContaining('lients')])
    expect(reply.result.initialValue).toMatchObject({ yearsExperience: '51', clientsWorldwide: '8' })

    await redirected(sectionEditorAction(post('stats', { ...mine, clientsWorldwide: '8', version: reply.version })))
    expect(siteContent.read(stats).value).toMatchObject({ yearsExperience: 51, clientsWorldwide: 8 })
  })

  test('from a version that history does not keep: 409 with all that differs', async () => {
    const form = { ...fields, yearsExperience: '52', clientsWorldwide: '9', version: '0123456789abcdef' }
    const { status, reply } = await refusal(sectionEditorAction(post('stats', form)))
    expect(status).toBe(409)
    expect(reply.conflict?.map(({ name }) => name)).toEqual(['yearsExperience', 'clientsWorldwide'])
  })

  test('restored by the history from a page that is out of date: refused', async () => {
    const { version, before } = await load('stats')
    await redirected(sectionEditorAction(post('stats', { ...fields, yearsExperience: '50' })))
    const response = await redirected(
      sectionEditorAction(post('stats', { intent: 'restore', entry: before ?? '', version })),
    )
    expect(response.flash?.kind).toBe('failure')
    expect(siteContent.read(stats).value.yearsExperience).toBe(50)
  })

  test('while its file cannot be read: the last good content, with the place of the fault; saving mends it', async () => {
    const file = path.join(env.contentDir, stats.file)
    const good = await readFile(file, 'utf8')
    await writeFile(file, `${good}\nyearsExperience: [`)
    await vi.waitFor(() => {
      expect(siteContent.faults()).toHaveLength(1)
    })
    const { content, broken } = await load('stats')
    expect(broken).toMatchObject({ fault: { file: stats.file, servesLastGood: true }, startsFrom: 'last-valid' })
    await redirected(sectionEditorAction(post('stats', { ...fieldsOf(content), capacity: '70000' })))
    expect(siteContent.faults()).toEqual([])
    expect(await readFile(file, 'utf8')).toMatch(/^capacity: .70000.$/m)
  })
})

test('hundreds of wrong fields: the first hundred are named, and how many more there are', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`navigation[${index}].text`, '']))
  const { status, reply } = await refusal(sectionEditorAction(post('site', wrong)))
  expect(status).toBe(422)
  const { '': ofForm, ...ofFields } = reply.result.error ?? {}
  expect(Object.keys(ofFields)).toHaveLength(100)
  expect(ofForm).toEqual([expect.stringMatching(/^\d+ more fields need a correction/)])
})

test('an image that is not there, in the section and in its list: 422 at its field, nothing changes', async () => {
  const before = siteContent.read(powerCables)
  const fields = { ...fieldsOf(before.value), image: 'nope-12345678.jpg', 'products[1].image': 'none.jpg' }
  const { status, reply } = await refusal(sectionEditorAction(post('power-cables', fields)))
  expect(status).toBe(422)
  expect(reply.result.error).toEqual({
    image: [expect.stringContaining('There is no file called nope-12345678.jpg.')],
    'products[1].image': [expect.stringContaining('There is no file called none.jpg.')],
  })
  expect(reply.result.initialValue).toMatchObject({ image: 'nope-12345678.jpg' })
  expect(siteContent.read(powerCables)).toBe(before)
})

describe('a list', () => {
  test('whose button is pressed without a script: 200 and the changed form, nothing is saved', async () => {
    const before = siteContent.read(powerCables)
    const insert = JSON.stringify({ type: 'insert', payload: { name: 'products' } })
    const move = JSON.stringify({ type: 'reorder', payload: { name: 'products', from: 0, to: 1 } })
    const fields = { ...fieldsOf(before.value), title: 'Typed' }

    const added = await refusal(sectionEditorAction(post('power-cables', { ...fields, __intent__: insert })))
    expect(added.status).toBe(200)
    expect(added.reply.result.initialValue).toMatchObject({ title: 'Typed' })
    expect(added.reply.result.initialValue?.['products']).toHaveLength(before.value.products.length + 1)

    const moved = await refusal(sectionEditorAction(post('power-cables', { ...fields, __intent__: move })))
    const [first, second] = before.value.products
    expect(moved.reply.result.initialValue).toMatchObject({
      products: [{ title: second?.title }, { title: first?.title }, ...before.value.products.slice(2).map(() => ({}))],
    })
    expect(siteContent.read(powerCables)).toBe(before)
  })

  test('longer than it may be, in the file: the form shows all of it with what to do, and can be saved shorter', async () => {
    const file = path.join(env.contentDir, clients.file)
    const shipped = await readFile(file, 'utf8')
    const [image = ''] = siteContent.read(clients).value.clients.map((client) => client.image)
    const many = Array.from({ length: 503 }, (_, at) => ({ image, alt: `Client ${at}` }))
    await writeFile(file, stringify({ title: 'Clients', clients: many }))
    await expect.poll(() => siteContent.read(clients).value.clients.length).toBe(503)

    const { content, invalidFields, broken } = await load('clients')
    expect(content['clients']).toHaveLength(503)
    expect(broken).toBeUndefined()
    const message = 'Clients has 503 entries; the limit is 500. Remove 3 entries'
    expect(invalidFields?.result.error).toEqual({ clients: [message] })

    const more = fieldsOf({ title: 'Clients', clients: [...many, { image, alt: 'One more' }] })
    const { status, reply } = await refusal(sectionEditorAction(post('clients', more)))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ clients: ['Clients has 504 entries; the limit is 500. Remove 4 entries'] })
    expect(reply.result.initialValue?.['clients']).toHaveLength(504)

    await redirected(sectionEditorAction(post('clients', fieldsOf({ title: 'Clients', clients: many.slice(1) }))))
    expect(siteContent.read(clients).value.clients).toHaveLength(502)
    await writeFile(file, shipped)
    await expect.poll(() => siteContent.read(clients).value.clients.length).toBeLessThan(100)
  })

  test('an entry duplicated without a script: a copy of what was typed, with a new _id, without its address', async () => {
    const before = siteContent.read(powerCables).value
    const copyOf = { name: 'products', index: 2, copyOf: 1, without: ['slug'] }
    const pressed = JSON.stringify({ type: 'insert', payload: copyOf })
    const fields = { ...fieldsOf(before), 'products[1].title': 'Typed', __intent__: pressed }
    const { status, reply } = await refusal(sectionEditorAction(post('power-cables', fields)))
    expect(status).toBe(200)
    const products = z
      .array(z.looseObject({ _id: z.string(), title: z.string(), slug: z.string().optional() }))
      .parse(reply.result.initialValue?.['products'])
    expect(products).toHaveLength(before.products.length + 1)
    const [, original, copy, next] = products
    const { slug, ...others } = original ?? { slug: undefined }
    expect(slug).toBe(before.products[1]?.slug)
    expect(copy).toEqual({ ...others, title: 'Typed', _id: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
    expect(next?._id).toBe(before.products[2]?._id)

    const wrong = JSON.stringify({ type: 'insert', payload: { ...copyOf, copyOf: 99 } })
    const none = await refusal(sectionEditorAction(post('power-cables', { ...fields, __intent__: wrong })))
    expect(none.reply.result.initialValue?.['products']).toHaveLength(before.products.length + 1)
  })

  test('with a new product without an _id: gets one', async () => {
    const before = siteContent.read(powerCables).value
    const at = `products[${before.products.length}]`
    await redirected(
      sectionEditorAction(
        post('power-cables', { ...fieldsOf(before), [`${at}._id`]: '', [`${at}.title`]: 'New compound' }),
      ),
    )
    expect(siteContent.read(powerCables).value.products.at(-1)).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      title: 'New compound',
    })
  })

  test('of clients with a new image and no further field: saved by one form post', async () => {
    const before = siteContent.read(clients).value
    const bytes = new Uint8Array(await photo(64, 32).png().toBuffer())
    const upload = new File([bytes], 'Logo.png', { type: 'image/png' })
    const at = `clients[${before.clients.length}]`
    const { flash } = await redirected(
      sectionEditorAction(
        post('clients', {
          ...fieldsOf(before),
          [`${at}.image`]: '',
          [`${at}.alt`]: 'New',
          [`${at}.image-upload`]: upload,
        }),
      ),
    )
    expect(flash?.message).toBe('Clients section updated successfully')
    expect(siteContent.read(clients).value.clients.at(-1)).toEqual({
      image: expect.stringMatching(/^logo-[0-9a-f]{8}\.(png|jpg|webp)$/) as string,
      alt: 'New',
    })
  })
})

function load(section: string) {
  const found = definition.findSection(section)
  const address = found ? adminAddress(found) : `/admin/${section}`
  return sectionEditorLoader(routeArgs(ownRequest(address, { headers: { cookie } }), { section }))
}

function post(section: string, fields: Record<string, string | File>, headers: Record<string, string> = {}) {
  return sectionPost(section, fields, { cookie, ...headers })
}
