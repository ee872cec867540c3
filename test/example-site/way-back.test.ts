import { mkdirSync, mkdtempSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { NewerFormat } from '#app/cms/content/store/errors.ts'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import { defineSite } from '#app/cms/define/define-site.ts'
import { line } from '#app/cms/define/fields.ts'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { createSite, type Site } from '#app/cms/site.server.ts'
import { bakery } from './bakery/bakery.ts'
import { breads } from './breads/breads.ts'
import { PROFILE } from './profile.ts'
import { recipes } from './recipes/recipes.ts'
import release from './site.config.ts'

/** The bakery of the next release: format 2 has renamed `welcome` to `greeting`. */
const { welcome: _welcome, ...fields } = bakery.schema.shape
const laterBakery = defineSection({
  ...bakery,
  schema: z.strictObject({ ...fields, greeting: line('Greeting', 300) }),
  format: { version: 2, migrate: ({ welcome, ...content }) => ({ ...content, greeting: welcome }) },
})
const nextRelease = defineSite({
  ...PROFILE,
  groups: [{ label: 'Shop', items: [breads, recipes] }],
  details: laterBakery,
  companyName: ({ content }) => content.find(laterBakery)?.value.companyName ?? '',
  apiExample: laterBakery,
  redirects: { section: laterBakery, field: 'redirects', isOwnAddress: (address) => address === '/' },
  addresses: { pages: ['/'], generatedFiles: [], redirects: [], uncachedQueries: {} },
})

const folder = mkdtempSync(path.join(tmpdir(), 'way-back-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
const env = readEnv({
  CONTENT_DIR: path.join(folder, 'content'),
  UPLOADS_DIR: path.join(folder, 'uploads'),
  DATA_DIR: path.join(folder, 'data'),
  PUBLIC_ORIGIN: 'http://localhost:3000',
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
})
cpSync(path.join(import.meta.dirname, 'content'), env.contentDir, { recursive: true })
mkdirSync(env.uploadsDir)
mkdirSync(env.dataDir, { mode: 0o700 })

/** Runs one release of the program on the folders, as between two stops of the service. */
async function during<Result>(definition: typeof release, use: (site: Site) => Promise<Result>): Promise<Result> {
  const site = await createSite(env, definition)
  try {
    await site.auth.accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'correct horse battery' })
    // After a start, files are converted.
    await Promise.all(definition.sections.map((section) => site.content.history(section)))
    return await use(site)
  } finally {
    await site.close()
  }
}

const message = (firstName: string) => ({
  ...{ firstName, lastName: 'Naik', email: 'asha@example.com', mobile: '+91 00000 00003' },
  comments: 'A loaf.',
})
const senders = async (site: Site) => (await site.inbox.listMessages({})).map(({ firstName }) => firstName).sort()
const problemsOf = (site: Site) => site.health.problems().map(({ id }) => id)
const breadNames = (site: Site) => listedRows(site, breads).map(({ name }) => name)
const saveBread = (site: Site, name: string) => {
  const bread = breads.schema.parse({ name, description: 'New.', price: 'Rs 100' })
  const section = breads.entry(name.toLowerCase().replaceAll(' ', '-'))
  return site.content.update(section, {
    author: 'admin',
    reason: 'Bread added',
    change: () => bread,
    create: () => bread,
  })
}
const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
const upload = (name: string) => {
  writeFileSync(path.join(env.uploadsDir, name), name)
}

test('a release that raises a format, the way back to the one before, and forward again: nothing is lost or hidden', async () => {
  const redirect = { _id: 'old', from: '/old-page', to: '/' }
  await during(release, async (site) => {
    await site.content.update(bakery, {
      ...{ author: 'admin', reason: 'Bakery edited' },
      change: (now) => ({ ...now, welcome: 'As before the upgrade', redirects: [redirect] }),
    })
    await site.inbox.storeMessage(message('Before'))
    const { value, version } = site.content.read(bakery)
    const { id } = await site.releases.create({ name: 'Winter', time: inAYear }, 'admin')
    const content = { ...value, openingHours: 'In winter from 8' }
    await site.drafts.save(bakery, { release: id, content, author: 'admin', version })
    await site.releases.schedule(id, 'admin')
  })

  await during(nextRelease, async (site) => {
    expect(site.content.read(laterBakery).value).toMatchObject({ greeting: 'As before the upgrade' })
    await site.content.update(laterBakery, {
      ...{ author: 'admin', reason: 'Bakery edited' },
      change: (now) => ({ ...now, greeting: 'Of the new release', phone: '+94 11 200 0999' }),
    })
    await saveBread(site, 'Of the new release')
    await site.inbox.storeMessage(message('New'))
    upload('new.pdf')
  })

  await during(release, async (site) => {
    // Every page, redirect and detail of the company is that of the upgrade.
    const { value } = site.content.read(bakery)
    expect(value).toMatchObject({ welcome: 'As before the upgrade', phone: '+94 11 200 0123' })
    expect(release.companyName(site)).toBe('Bramble Lane Bakery')
    expect(redirectFrom(site, '/old-page')).toBe('/')
    expect(breadNames(site)).toContain('Of the new release')
    expect(await senders(site)).toEqual(['Before', 'New'])
    expect(problemsOf(site)).toEqual(['content-newer'])

    const edit = { author: 'admin', reason: 'Bakery edited', change: () => ({ ...value, welcome: 'Hides it' }) }
    await expect(site.content.update(bakery, edit)).rejects.toThrow(NewerFormat)
    const { version } = site.content.read(bakery)
    const draft = { content: { ...value, welcome: 'Hides it' }, author: 'admin', version }
    await expect(site.drafts.save(bakery, draft)).rejects.toThrow(NewerFormat)
    const [winter] = site.releases.list()
    await expect(site.releases.publish(winter?.id ?? '', 'admin')).rejects.toMatchObject({ name: 'ReleaseRefused' })

    await saveBread(site, 'Of the old release')
    await site.inbox.storeMessage(message('Old'))
    upload('old.pdf')
  })

  await during(nextRelease, async (site) => {
    expect(site.content.read(laterBakery).value).toMatchObject({
      greeting: 'Of the new release',
      phone: '+94 11 200 0999',
      redirects: [redirect],
    })
    expect(breadNames(site)).toEqual(expect.arrayContaining(['Of the new release', 'Of the old release']))
    expect(await senders(site)).toEqual(['Before', 'New', 'Old'])
    expect(problemsOf(site)).toEqual([])
    const [winter] = site.releases.list()
    expect(winter).toMatchObject({ name: 'Winter', state: 'scheduled' })
    for (const name of ['new.pdf', 'old.pdf']) expect(readFileSync(path.join(env.uploadsDir, name), 'utf8')).toBe(name)
  })
})

test('a change in the release before is wanted all the same: possible, and what it replaces stays in the history', async () => {
  await during(release, async (site) => {
    await site.content.writeLastGood(bakery, { author: 'admin' })
    expect(problemsOf(site)).toEqual([])
    await site.content.update(bakery, {
      ...{ author: 'admin', reason: 'Bakery edited' },
      change: (now) => ({ ...now, welcome: 'Of the old release' }),
    })
  })
  // The copy of format 2 is older than that of format 1 now.
  writeFileSync(path.join(env.contentDir, bakery.file), 'welcome: [unfinished\n')
  await during(nextRelease, async (site) => {
    expect(site.content.read(laterBakery).value.greeting).toBe('Of the old release')
    const history = await site.content.history(laterBakery)
    const texts = await Promise.all(history.map(({ id }) => site.content.pastTexts(laterBakery, id)))
    expect(texts.flat().some((text) => text?.includes('Of the new release'))).toBe(true)
  })
})
