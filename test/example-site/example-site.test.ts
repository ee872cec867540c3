import type { RouteConfigEntry } from '@remix-run/route-config'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { action as makeEntry, loader as loadCollection } from '#app/cms/admin/collection/collection-list.tsx'
import { action as removeEntry, loader as askRemoval } from '#app/cms/admin/collection/remove-entry.tsx'
import { action as restoreHistory } from '#app/cms/admin/history/history-of-section.tsx'
import { action as saveEditor, loader as loadEditor } from '#app/cms/admin/editor/section/section-editor.tsx'
import { loader as loadLogin } from '#app/cms/admin/login/login.tsx'
import { action as showPreview } from '#app/cms/admin/preview/preview.tsx'
import { action as changeRelease } from '#app/cms/admin/releases/release.tsx'
import { action as changeReleases } from '#app/cms/admin/releases/releases.tsx'
import { loader as loadLayout } from '#app/cms/admin/shell/admin-layout.tsx'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { action as writeResource, loader as readResource } from '#app/cms/api/content/section-resource.tsx'
import { loader as loadDocs } from '#app/cms/api/openapi/docs.tsx'
import { loader as loadOpenApi } from '#app/cms/api/openapi/openapi.tsx'
import { fileAccess } from '#app/cms/media/serving/serve-file.server.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import companyDefinition from '#app/site.config.ts'
import { origin, ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { bakery } from './bakery/bakery.ts'
import { breads } from './breads/breads.ts'
import { suppliers } from './home/suppliers.ts'
import { action as confirmNotice } from './pages/notice.tsx'
import { loader as loadReason } from './pages/recall-reason.tsx'
import { loader as loadSupplier } from './pages/supplier.tsx'
import { loader as loadRecipe } from './pages/recipe.tsx'
import { loader as loadShop } from './pages/shop.tsx'
import { deletedRecalls } from './recalls/deleted-recalls.ts'
import { recalls } from './recalls/recalls.ts'
import { recipes } from './recipes/recipes.ts'
import routes from './routes.ts'

const site = await createExampleSite()
const { content, drafts, releases } = site

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

test('page: the content of the bakery, and an edit as soon as it is saved', async () => {
  expect(loadShop()).toMatchObject({ shop: { companyName: 'Bramble Lane Bakery' }, breads: [{ price: 'Rs 420' }, {}] })
  const editor = await loadEditor(screenArgs('/admin/bakery', cookie, { params: { section: 'bakery' } }))
  expect(editor).toMatchObject({ label: 'Bakery', content: { phone: '+94 11 200 0123' } })

  const fields = { ...fieldsOf(editor.content), welcome: 'Open on Sundays, too' }
  const { url, flash } = await redirected(saveEditor(sectionPost('bakery', fields, { cookie })))
  expect({ url, message: flash?.message }).toEqual({ url: '/admin/bakery', message: 'Bakery updated successfully!' })
  expect(loadShop().shop?.welcome).toBe('Open on Sundays, too')
})

test('list: an entry is added and edited in its form', async () => {
  const list = await loadCollection(screenArgs('/admin/breads', cookie))
  expect(list).toMatchObject({ collection: { label: 'Breads', noun: 'bread' }, rows: [{ key: 'country-loaf' }, {}] })

  const baguette = { name: 'Baguette', description: 'Thin and crisp.', price: 'Rs 210' }
  const { url, flash } = await redirected(saveBread('baguette', { ...baguette, intent: 'save', version: '' }))
  expect({ url, message: flash?.message }).toEqual({ url: '/admin/breads', message: 'Bread added' })
  const { version = '' } = content.find(breads.entry('baguette')) ?? {}
  await redirected(saveBread('baguette', { ...baguette, price: 'Rs 230', intent: 'save', version }))
  expect(loadShop().breads.at(-1)).toEqual({ _id: 'baguette', ...baguette, price: 'Rs 230' })
})

test('API: GET, PUT and POST of its own resources, and none of the other company', async () => {
  expect(await (await api('GET', 'bakery')).json()).toEqual(content.read(bakery).value)
  expect((await api('PUT', 'bakery', { ...content.read(bakery).value, phone: '+94 11 200 0999' })).status).toBe(200)
  expect(loadShop().shop?.phone).toBe('+94 11 200 0999')
  const scone = { name: 'Scone', description: 'With butter.', price: 'Rs 150' }
  expect((await api('POST', 'breads', scone)).status).toBe(201)
  expect(loadShop().breads.at(-1)).toMatchObject(scone)
  for (const { api: other } of companyDefinition.sections) {
    if (other) expect((await api('GET', other.path)).status, other.path).toBe(404)
  }
})

test('preview: the typed values on the page, nothing saved', async () => {
  const before = loadShop()
  let shown: ReturnType<typeof loadShop> | undefined
  site.renderPage = () => {
    shown = loadShop()
    return Promise.resolve(new Response('<p>The page</p>', { headers: { 'content-type': 'text/html' } }))
  }
  const fields = { ...fieldsOf(content.read(bakery).value), companyName: 'Typed Bakery' }
  const response = await showPreview(sectionPost('bakery', fields, { cookie }))
  expect(await response.text()).toBe('<p>The page</p>')
  expect(shown?.shop?.companyName).toBe('Typed Bakery')
  expect(loadShop()).toEqual(before)
})

test('two drafts: published together at the time of their release', async () => {
  const form = { ...fieldsOf(content.read(bakery).value), openingHours: 'Every day, 6 to 20' }
  await redirected(saveEditor(sectionPost('bakery', { ...form, intent: 'draft' }, { cookie })))
  const { value, version } = content.read(breads.entry('country-loaf'))
  await redirected(saveBread('country-loaf', { ...fieldsOf(value), price: 'Rs 500', intent: 'draft', version }))
  expect(drafts.list()).toHaveLength(2)

  const made = await redirected(changeReleases(screenArgs('/admin/releases', cookie, { fields: newRelease })))
  const releaseId = made.url?.split('/').at(-1) ?? ''
  const change = (fields: Record<string, string>) =>
    redirected(changeRelease(screenArgs(made.url ?? '', cookie, { params: { releaseId }, fields })))
  await change({ intent: 'add', section: 'bakery' })
  await change({ intent: 'add', section: 'breads--country-loaf' })
  await change({ intent: 'schedule', name: 'New prices', time: `${dayAfterTomorrow}T10:00:00` })
  expect(releases.find(releaseId)).toMatchObject({ state: 'scheduled' })
  expect(loadShop().breads[0]?.price).toBe('Rs 420')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(releases.find(releaseId)?.time ?? '') + 1000 })
  onTestFinished(() => void vi.useRealTimers())
  await releases.clock.publishDue()
  expect(releases.find(releaseId)).toMatchObject({ state: 'published' })
  const { shop, breads: shown } = loadShop()
  expect([shop?.openingHours, shown[0]?.price]).toEqual(['Every day, 6 to 20', 'Rs 500'])
})

const dayAfterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
const newRelease = { intent: 'create', name: 'New prices', time: '' }

describe('a collection', () => {
  const list = (fields?: Record<string, string>) => screenArgs('/admin/recipes', cookie, fields && { fields })
  const entry = (key: string, options: { fields?: Record<string, string>; search?: string } = {}) =>
    screenArgs(`/admin/recipes/${key}${options.search ?? ''}`, cookie, {
      params: { key },
      ...(options.fields && { fields: options.fields }),
    })
  const page = (address: string) => {
    const loaded = loadRecipe(routeArgs(new Request(`${origin}/recipes/${address}`), { address }))
    return [loaded.init?.status ?? 200, loaded.data.recipe?.title]
  }
  const listOf = (search: string) => screenArgs(`/admin/recipes${search}`, cookie)
  const titles = async () => (await loadCollection(list())).rows.map(({ title, state }) => `${title}: ${state}`)

  test('an address of no entry, and of no collection: 404', async () => {
    expect(page('none')).toEqual([404, undefined])
    await expect(loadEditor(entry('Ä'))).rejects.toMatchObject({ status: 404 })
    await expect(loadCollection(screenArgs('/admin/nothing', cookie))).rejects.toMatchObject({ status: 404 })
  })

  test('the search of the list: finds an entry by what a column shows too', async () => {
    const found = async (query: string) => (await loadCollection(listOf(`?q=${query}`))).rows.map(({ key }) => key)
    expect(await found('50')).toEqual(['soda-bread'])
    expect(await found('51')).toEqual([])
  })

  test('a title without a letter for the address: refused, nothing is made', async () => {
    const { url, flash } = await redirected(makeEntry(list({ intent: 'make', title: '–' })))
    expect({ url, kind: flash?.kind }).toEqual({ url: '/admin/recipes', kind: 'failure' })
  })

  test('an entry is made, changed, hidden, removed and restored by staff', async () => {
    expect(page('soda-bread')).toEqual([200, 'Soda bread'])
    const made = await redirected(makeEntry(list({ intent: 'make', title: 'Crêpes & syrup' })))
    expect(made.url).toBe('/admin/recipes/crepes-syrup?title=Cr%C3%AApes+%26+syrup')
    const form = await loadEditor(entry('crepes-syrup', { search: '?title=Cr%C3%AApes' }))
    expect(form).toMatchObject({
      label: 'New recipe',
      content: { title: 'Crêpes', visibility: 'listed' },
      version: '',
      entry: { exists: false, isPublic: false, noun: 'recipe' },
    })
    const fields = { title: 'Crêpes', minutes: '20', body: 'Whisk, rest, fry.', address: '', visibility: 'listed' }
    const refused = await saveEditor(
      entry('crepes-syrup', { fields: { ...fields, minutes: '0', intent: 'save', version: '' } }),
    )
    expect(refused).toMatchObject({ init: { status: 422 } })
    expect(page('crepes-syrup')).toEqual([404, undefined])

    const saved = await redirected(
      saveEditor(entry('crepes-syrup', { fields: { ...fields, intent: 'save', version: '' } })),
    )
    expect(saved).toMatchObject({
      url: '/admin/recipes/crepes-syrup',
      flash: { message: 'Crêpes created' },
    })
    expect(page('crepes-syrup')).toEqual([200, 'Crêpes'])
    expect(await titles()).toEqual(['Crêpes: listed', 'Soda bread: listed'])

    const taken = { ...fields, address: 'soda-bread', intent: 'save', version: content.find(crepes)?.version ?? '' }
    const collision = await saveEditor(entry('crepes-syrup', { fields: taken }))
    expect(collision).toMatchObject({
      init: { status: 422 },
      data: { result: { error: { address: [expect.any(String)] } } },
    })

    const hidden = { ...fields, visibility: 'hidden', intent: 'save', version: content.find(crepes)?.version ?? '' }
    await redirected(saveEditor(entry('crepes-syrup', { fields: hidden })))
    expect(page('crepes-syrup')).toEqual([404, undefined])
    expect(await titles()).toEqual(['Crêpes: hidden', 'Soda bread: listed'])

    const question = await askRemoval(entry('crepes-syrup'))
    expect(question).toMatchObject({ label: 'Crêpes', mayPublish: true, links: [], goTo: '' })
    expect(question.targets).toContainEqual({ href: '/recipes/soda-bread', label: 'Soda bread' })
    const removal = { intent: 'remove', version: question.version }
    const elsewhere = { ...removal, visitorsGoTo: '/recipes/none' }
    const refusedRemoval = await redirected(removeEntry(entry('crepes-syrup', { fields: elsewhere })))
    expect(refusedRemoval).toMatchObject({ url: '/admin/recipes/crepes-syrup/remove', flash: { kind: 'failure' } })
    const removed = await redirected(removeEntry(entry('crepes-syrup', { fields: removal })))
    expect(removed).toMatchObject({
      url: '/admin/recipes',
      flash: {
        kind: 'success',
        message: 'Crêpes was removed. Visitors of /recipes/crepes-syrup read that the page is gone (410).',
      },
    })
    expect(page('crepes-syrup')).toEqual([410, undefined])
    expect(await loadCollection(listOf('?show=removed'))).toMatchObject({
      counts: { removed: 1 },
      removed: [
        {
          key: 'crepes-syrup',
          title: 'Crêpes',
          href: '/admin/history/recipes--crepes-syrup',
          edit: { id: removed.flash?.undo?.entry, author: expect.any(String), when: expect.any(String) },
        },
      ],
    })

    const { address = '', entry: undoneEntry = '' } = removed.flash?.undo ?? {}
    const undo = screenArgs(address, cookie, {
      params: { section: 'recipes--crepes-syrup' },
      fields: { intent: 'restore', entry: undoneEntry, version: '' },
    })
    await redirected(restoreHistory(undo))
    expect(await titles()).toEqual(['Crêpes: hidden', 'Soda bread: listed'])
    expect(page('crepes-syrup')).toEqual([404, undefined])
    expect(content.read(bakery).value.redirects).toEqual([])
  })

  test('the creation is undone from the message: the entry is gone', async () => {
    const fields = { title: 'Oats', minutes: '5', body: 'Soak.', visibility: 'listed', intent: 'save', version: '' }
    const { flash } = await redirected(saveEditor(entry('oats', { fields })))
    expect(page('oats')).toEqual([200, 'Oats'])
    const undo = { intent: 'restore', entry: flash?.undo?.entry ?? '', version: '' }
    await redirected(saveEditor(entry('oats', { fields: undo })))
    expect(page('oats')).toEqual([404, undefined])
  })

  test('a reference: its entry is on the page and in the question before its removal, and hidden it is left out', async () => {
    const save = (key: string) =>
      content.update(bakery, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, recipe: key }) })
    await expect(save('Not a key')).rejects.toMatchObject({ issues: [{ path: 'recipe' }] })
    await save('soda-bread')
    expect(loadShop().recipe).toEqual({ title: 'Soda bread', href: '/recipes/soda-bread' })
    expect((await askRemoval(entry('soda-bread'))).links).toEqual([{ label: 'Bakery', href: '/admin/bakery' }])
    const editor = await loadEditor(screenArgs('/admin/bakery', cookie, { params: { section: 'bakery' } }))
    expect(editor.entryChoices['recipes']).toContainEqual({ key: 'soda-bread', title: 'Soda bread', isHidden: false })
    await save('crepes-syrup')
    expect(loadShop().recipe).toBeUndefined()
    expect((await askRemoval(entry('soda-bread'))).links).toEqual([])
  })

  test('a draft of a new entry: in the list for staff, and no page', async () => {
    const fields = {
      title: 'Rusks',
      minutes: '90',
      body: 'Bake twice.',
      visibility: 'listed',
      intent: 'draft',
      version: '',
    }
    await redirected(saveEditor(entry('rusks', { fields })))
    expect(page('rusks')).toEqual([404, undefined])
    expect(await titles()).toContain('Rusks: draft')
    expect(await loadEditor(entry('rusks'))).toMatchObject({ label: 'Rusks', content: { title: 'Rusks' } })
  })

  test('a removal as a draft: the editor says so, the page stays', async () => {
    const { version } = await askRemoval(entry('soda-bread'))
    const removal = { intent: 'draft-removal', version, visitorsGoTo: '/' }
    await redirected(removeEntry(entry('soda-bread', { fields: removal })))
    expect(page('soda-bread')).toEqual([200, 'Soda bread'])
    expect(await loadEditor(entry('soda-bread'))).toMatchObject({
      draft: { removes: true, visitors: 'Visitors of /recipes/soda-bread will be sent to /.' },
      content: { title: 'Soda bread' },
    })
  })
})

const crepes = recipes.entry('crepes-syrup')

test('sign-in page: says which company it is', async () => {
  const login = await loadLogin(routeArgs(new Request(`${origin}/admin/login`)))
  expect(login.data).toMatchObject({
    companyName: content.read(bakery).value.companyName,
    art: 'counter-bfdbcfcc.jpg',
  })
})

test('screens of staff and documentation: its own sections, and nothing of the other company', async () => {
  const layout = await loadLayout(screenArgs('/admin', cookie))
  const links = layout.data.groups.flatMap((group) => group.links.map(({ to }) => to))
  expect(links).toEqual(expect.arrayContaining(['/admin/breads', '/admin/bakery']))

  const openApi = await loadOpenApi(routeArgs(ownRequest('/api/openapi.json')))
  const document = await openApi.text()
  expect(document).toContain('/api/breads')
  const shown = [
    document,
    ...[
      layout,
      await loadDashboard(screenArgs('/admin', cookie)),
      await loadDocs(routeArgs(ownRequest('/api/docs'))),
    ].map((part) => JSON.stringify(part)),
  ]
  for (const text of shown) expect(text).not.toMatch(/polymer|fibre|cable|drhp|investor|hero|slides/i)
  // The content system itself defines the focus points.
  for (const { id, file } of companyDefinition.sections.filter((section) => section !== focusPoints)) {
    expect(links).not.toContain(`/admin/${id}`)
    expect(currentSite().definition.sections.map((section) => section.file)).not.toContain(file)
  }
})

test('route table: its own pages, and the modules of the content system', () => {
  const files = routes.flatMap(filesOf).filter((file) => !file.startsWith('../../app/cms/'))
  expect(files.toSorted()).toEqual([
    'album/album-editor.tsx',
    'articles/article-editor.tsx',
    'bakery/bakery-editor.tsx',
    'breads/bread-fields.tsx',
    'courses/course-editor.tsx',
    'home/allergen-notice-editor.tsx',
    'home/numbers-editor.tsx',
    'home/story-editor.tsx',
    'home/suppliers-editor.tsx',
    'pages/album.tsx',
    'pages/article.tsx',
    'pages/not-found.tsx',
    'pages/notice.tsx',
    'pages/recall-reason.tsx',
    'pages/recipe.tsx',
    'pages/shop.tsx',
    'pages/supplier.tsx',
    'pages/team.tsx',
    'pages/text-page.tsx',
    'pages/withdraw.tsx',
    'recalls/recall-fields.tsx',
    'recipes/recipe-editor.tsx',
    'team/team-editor.tsx',
    'text-pages/text-page-editor.tsx',
  ])
})

test('a recall: completed when it is published, kept for a year, and recorded when it is deleted after that', async () => {
  const section = recalls.entry('walnut-loaf')
  const params = { key: 'walnut-loaf' }
  const form = (search: string) => loadEditor(screenArgs(`/admin/recalls/walnut-loaf${search}`, cookie))
  const { content: empty } = await form('?title=Walnut+loaf&day=2026-11-02&since=typed')
  expect(empty).toMatchObject({ title: 'Walnut loaf', day: '2026-11-02' })

  const save = (fields: object, version = '') =>
    saveEditor(
      sectionPost('recall-walnut-loaf', { ...fieldsOf(empty), ...fields, reason: 'A stone', version }, { cookie }),
    )
  const early = await refusal(save({ endedOn: '2026-11-03' }))
  expect(early.reply.result.error).toEqual({ endedOn: ['A recall begins before it ends'] })
  expect((await redirected(save({ since: 'typed' }))).flash?.message).toBe('Recall of Walnut loaf created')
  const { value } = content.read(section)
  expect(Date.now() - Date.parse(value.since)).toBeLessThan(60_000)
  expect(loadShop().recalls).toMatchObject([{ title: 'Walnut loaf', reason: 'A stone' }])
  await expect(form('')).resolves.toMatchObject({ page: '/#recall-1' })

  const NOTICE = 'documents/allergens.pdf'
  const rules = fileAccess(site, () => Promise.resolve(false))
  const dashboard = async () => (await loadDashboard(screenArgs('/admin/dashboard', cookie))).missing?.items
  expect(await dashboard()).toMatchObject([{ title: 'Walnut loaf', detail: 'There is no PDF for the shops.' }])
  const withNotice = await content.update(section, {
    ...by,
    change: (recall) => ({ ...recall, notice: `/uploads/${NOTICE}` }),
  })
  expect(await dashboard()).toEqual([])
  expect(rules.fixedFile('/notices/walnut-loaf')).toBe(NOTICE)
  expect(loadReason(routeArgs(new Request(origin), params)).data).toEqual({ reason: 'A stone' })

  const notice = `/uploads/${NOTICE}`
  const changed = await redirected(save({ notice, endsToday: 'on' }, withNotice.version))
  expect(changed.flash?.message).toBe('Recall (Walnut loaf) updated successfully!')
  expect(await loadCollection(screenArgs('/admin/recalls?year=2026', cookie))).toMatchObject({
    screens: [{ href: '/admin/allergen-notice' }],
    filters: [{ name: 'year', value: '2026' }],
    rows: [{ values: ['Walnut loaf, 2 Nov 2026', 'A stone'], stateLabel: 'Ended' }],
  })
  expect((await form('')).content).toEqual(content.read(section).value)
  expect((await form('?reopen')).content).toEqual({ ...content.read(section).value, endedOn: '' })
  expect([rules.fixedFile('/notices/walnut-loaf'), rules.confirmationOf(NOTICE)]).toEqual([
    undefined,
    '/notices/walnut-loaf',
  ])
  const confirmed = await redirected(confirmNotice(screenArgs('/notices/walnut-loaf', cookie, { params, fields: {} })))
  expect(confirmed.url).toMatch(/^\/confirmed\//)

  await content.update(section, { ...by, change: (recall) => ({ ...recall, withdrawnBecause: 'A mistake' }) })
  expect([rules.isWithheld(NOTICE), rules.goneBecause(NOTICE)]).toEqual([
    true,
    'The recall of Walnut loaf was withdrawn: A mistake',
  ])
  await expect(content.remove(section, by)).rejects.toThrow('kept for a year')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await content.remove(section, by)
  expect(content.read(deletedRecalls).value).toEqual({ breads: ['Walnut loaf'] })
})

test.each(site.definition.collections.flatMap((collection) => site.sections.entriesOf(collection)))(
  'the form of an entry that there is ($id): shows its content, not what that of a new one begins with',
  async (section) => {
    const loaded = await loadEditor(screenArgs(adminAddress(section), cookie))
    expect(loaded.content).toEqual(content.read(section).value)
  },
)

const by = { author: 'asha', reason: 'Test' }

test('a page that is no entry: among the links, found at its address, and followed when that changes', async () => {
  const status = (supplier: string) => loadSupplier(routeArgs(new Request(origin), { supplier })).init?.status
  const { unknownAddressOf } = openPublicDocuments(site)
  const named = () => site.links.linkTargets().map(({ label }) => label)
  expect(named()).toEqual(expect.arrayContaining(['Old Mill', 'Hill Dairy']))
  expect([status('old-mill'), status('new-mill')]).toEqual([200, 404])
  expect(unknownAddressOf('/suppliers/old-mill')).toBeUndefined()
  expect(unknownAddressOf('/suppliers/new-mill')).toBeDefined()

  await content.update(suppliers, {
    ...by,
    change: ({ suppliers: [mill, ...others], ...rest }) => ({
      ...rest,
      suppliers: [...(mill ? [{ ...mill, alt: 'New Mill' }] : []), ...others],
    }),
  })
  expect([status('old-mill'), status('new-mill')]).toEqual([404, 200])
  expect(redirectFrom(site, '/suppliers/old-mill')).toBe('/suppliers/new-mill')
  const left = { ...fieldsOf(content.read(suppliers).value) }
  for (const name of Object.keys(left)) if (name.startsWith('suppliers')) Reflect.deleteProperty(left, name)
  const { version } = content.read(suppliers)
  const { reply } = await refusal(saveEditor(sectionPost('suppliers', { ...left, version }, { cookie })))
  expect(reply.result.error).toEqual({ suppliers: ['Name at least one supplier'] })
})

function filesOf({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesOf)]
}

/** Posts the form of a bread. */
function saveBread(key: string, fields: Record<string, string>) {
  return saveEditor(screenArgs(`/admin/breads/${key}`, cookie, { params: { key }, fields }))
}

function api(method: string, resource: string, body?: object) {
  const request = ownRequest(`/api/${resource}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const args = routeArgs(request, { resource })
  return method === 'GET' ? readResource(args) : writeResource(args)
}
