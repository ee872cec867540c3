import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { findProgramFolder } from '#app/cms/platform/program-folder.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { listHistories } from './history/removed-sections.server.ts'
import { LAST_GOOD, sectionOfCopy } from './section-file/last-good-copy.server.ts'

interface Options {
  sections: readonly Pick<SectionDefinition, 'id' | 'file' | 'startsAsShipped'>[]
  storage: Storage
  log: Logger
  /** The folder with the content that ships. Default: that of the program. */
  shipped?: string
}

/**
 * Adds the files of sections that this release has and the release before did not have, as they ship, before the content
 * is read. Only those that `startsAsShipped`, and only if the site has never known the section: a file that is missing
 * later is a fault. What cannot be added is logged, and tried again at the next start. Never rejects.
 */
export async function addNewSections(options: Options): Promise<void> {
  const { sections, storage, log, shipped = path.join(findProgramFolder(), 'content') } = options
  if (storage.refusal('content/')) return
  try {
    const isThere = ({ file }: Pick<SectionDefinition, 'file'>) => storage.stat(`content/${file}`)
    const missing: typeof sections = await filtered(
      sections.filter(({ startsAsShipped }) => startsAsShipped === true),
      async (section) => !(await isThere(section)),
    )
    if (missing.length === 0) return
    // Without any file of a section, the folder is a disk that is not mounted.
    if ((await filtered(sections, async (section) => Boolean(await isThere(section)))).length === 0) return
    const copies = (await storage.list(LAST_GOOD)).flatMap(({ name }) => sectionOfCopy(name) ?? [])
    const known = new Set([...(await listHistories(storage)), ...copies])
    for (const { id, file } of missing) {
      if (known.has(id)) continue
      const bytes = await shippedFile(path.join(shipped, file))
      if (bytes === undefined) continue
      await storage.commit([{ name: `content/${file}`, bytes, ifVersion: null }])
      log.info({ section: id, file }, 'A section that is new in this release starts with the file that ships with it')
    }
  } catch (err) {
    log.error({ err }, 'The files of sections that are new in this release could not be added')
  }
}

async function filtered<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const results = await Promise.all(items.map(test))
  return items.filter((_item, at) => results[at] === true)
}

/** Undefined if there is no such file, as for a site whose content is that of the program. */
async function shippedFile(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
