import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { readPendingPublications } from '#app/cms/content/publication-log/publication-log.server.ts'
import { derivedRedirects } from '#app/cms/content/redirects/derived-redirects.server.ts'
import { stateByHistory } from '#app/cms/content/history/removal-record.server.ts'
import { findEntries } from '#app/cms/content/store/find-entries.server.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { defineCollection, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import { defineSite } from '#app/cms/define/define-site.ts'
import * as fields from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { redirectList } from '#app/cms/define/page-redirects.ts'
import { openSiteSections } from '#app/cms/define/site-sections.ts'
import exampleDefinition from './example-site/site.config.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { notice, noticeYaml, silentHealth, silentLog } from './temporary-content.ts'

/** A small collection for tests of the content system. */
export const recipes = {
  ...defineCollection({
    id: 'recipes',
    label: 'Recipes',
    names: { noun: 'recipe', title: ({ title }) => title },
    icon: 'news',
    form: { module: 'x.tsx' },
    files: 'recipes/*.md',
    schema: z.strictObject({
      title: fields.line('Title'),
      minutes: fields.count('Minutes'),
      body: markdown('Text', 1000),
    }),
    pages: { below: '/recipes', isReserved: (last) => last === 'all' },
  }),
  max: 5,
}

/** The content of a recipe. */
export function recipe(title: string, others: Partial<z.input<typeof recipes.schema>> = {}) {
  return recipes.schema.parse({ title, minutes: 10, body: 'Mix and bake.', ...others })
}

export const recipeFile = (title: string, address = '') =>
  `---\ntitle: ${title}\nminutes: 10\naddress: "${address}"\n---\n\nMix and bake.\n`

/** Where visitors of former addresses go. */
export const formerPages = defineSection({
  id: 'former-pages',
  label: 'Former pages',
  icon: 'swap',
  editor: 'x.tsx',
  file: 'former-pages.yaml',
  schema: z.strictObject({ redirects: redirectList() }),
  page: '/',
})

/** Folders of a site with one section and a collection, and stores opened on them. `dispose` removes all of them. */
export function temporaryCollection(collection: CollectionDefinition = recipes) {
  const definition = defineSite({
    ...exampleDefinition,
    groups: [{ label: 'All', items: [notice, collection] }],
    details: formerPages,
    derives: [],
    redirects: { section: formerPages, field: 'redirects', isOwnAddress: () => false },
  })
  const root = mkdtempSync(path.join(os.tmpdir(), 'collection-test-'))
  const [contentDir, uploadsDir, dataDir] = ['content', 'uploads', 'data'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [collection.folder, 'home']) mkdirSync(path.join(contentDir, folder), { recursive: true })
  writeFileSync(path.join(contentDir, notice.file), noticeYaml)
  writeFileSync(path.join(contentDir, formerPages.file), 'redirects: []\n')
  const opened: { store: ContentStore; storage: Storage }[] = []
  async function close() {
    for (const { store, storage } of opened.splice(0)) {
      await store.close()
      await storage.close()
    }
  }
  return {
    root,
    contentDir,
    dataDir,
    fileOf: (key: string) => path.join(contentDir, collection.folder, `${key}${collection.ending}`),
    async open({
      health = silentHealth,
      ...options
    }: { health?: HealthReports; storage?: Storage } & StoreOptions = {}) {
      const { storage: given, ...storeOptions } = options
      const storage = given ?? openDiskStorage({ contentDir, uploadsDir, dataDir, log: silentLog, health })
      const publications = await readPendingPublications(storage, health)
      const store = openContentStore({
        storage,
        sections: definition.sections,
        collections: definition.collections,
        findSection: definition.findSection,
        entries: await findEntries(
          storage,
          definition,
          publications,
          storeOptions.findState ?? stateByHistory(storage),
        ),
        publications,
        derived: [derivedRedirects(definition) ?? []].flat(),
        log: silentLog,
        health,
        ...storeOptions,
      })
      opened.push({ store, storage })
      await store.recoverPublications()
      return { store, storage, sections: openSiteSections(definition, () => store) }
    },
    close,
    async dispose() {
      await close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

type StoreOptions = Partial<Pick<Parameters<typeof openContentStore>[0], 'onEdit' | 'policy' | 'findState'>>
