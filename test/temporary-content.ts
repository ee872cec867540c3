import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { defineSection, type SectionDefinition } from '#app/cms/define/define-section.ts'
import * as fields from '#app/cms/define/fields.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { EditPolicy, ContentStore } from '#app/cms/content/store/store.types.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'

/** A small section for tests of the store, which knows no real one. */
export const notice = defineSection({
  id: 'notice',
  label: 'Notice',
  icon: 'news',
  file: 'home/notice.yaml',
  page: '/#notice',
  messages: { updated: 'Notice updated', failed: 'Failed to update notice' },
  schema: z.strictObject({
    title: fields.line('Title'),
    visits: fields.count('Visits'),
    items: fields.list('Items', z.strictObject({ _id: fields.id(), text: fields.line('Text') })).default([]),
  }),
})

export const noticeYaml = `# Shown below the news.
title: Works holiday # one line
visits: 0
items:
  - _id: one
    text: First
  # Second on purpose.
  - _id: two
    text: Second
`

interface OpenOptions {
  log?: Logger
  health?: HealthReports
  sections?: readonly SectionDefinition[]
  policy?: EditPolicy
}

/** A store with only the notice, on any storage. */
export function openNotice(storage: Storage): ContentStore {
  const sections = [notice]
  return openContentStore({ storage, sections, log: silentLog, health: silentHealth })
}

/** Folders with one content file, and stores opened on them. `dispose` closes and removes all of them. */
export function temporaryContent(yaml: string | null = noticeYaml) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'content-test-'))
  const contentDir = path.join(root, 'content')
  const uploadsDir = path.join(root, 'uploads')
  const dataDir = path.join(root, 'data')
  const file = path.join(contentDir, notice.file)
  mkdirSync(path.dirname(file), { recursive: true })
  if (yaml !== null) writeFileSync(file, yaml)
  const stores = new Set<ContentStore>()
  return {
    root,
    contentDir,
    dataDir,
    file,
    open({ log = silentLog, health = silentHealth, sections = [notice], policy }: OpenOptions = {}) {
      const storage = openDiskStorage({ contentDir, uploadsDir, dataDir, log, health })
      const store = openContentStore({
        storage,
        sections,
        log,
        health,
        ...(policy && { policy }),
      })
      const closeStore = store.close.bind(store)
      store.close = async () => {
        await closeStore()
        await storage.close()
      }
      stores.add(store)
      return store
    },
    async dispose() {
      await Promise.all([...stores].map((store) => store.close()))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export const silentLog: Logger = { info: ignore, warn: ignore, error: ignore }

export const silentHealth: HealthReports = { report: ignore, clear: ignore }

function ignore() {
  // Tests look at what the store does, not at what it logs.
}
