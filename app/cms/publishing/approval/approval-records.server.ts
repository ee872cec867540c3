import { isRelease, NO_RELEASE, releaseFolder } from '#app/cms/publishing/drafts/draft.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { approvalRecord, approvalSettings, type DraftRef, type ApprovalRecord } from './approval-format.ts'

/*
 * The files of approvals: one with the sections that need approval, and one for each draft whose approval was requested.
 */

const FOLDER = 'data/approvals'
const SETTINGS = `${FOLDER}/settings.json`
const MAX_FILE_BYTES = 64_000

/** Id of the health report while the sections that need approval cannot be read. */
export const UNREADABLE = 'approvals-unreadable'

export interface StoredApproval extends DraftRef {
  record: ApprovalRecord
}

export interface StoredApprovals {
  /** Ids of the sections and collections that need approval; undefined if they cannot be read. */
  settings: ReadonlySet<string> | undefined
  /** By the key of their draft. */
  stored: Map<string, StoredApproval>
}

export interface ApprovalFiles {
  storage: Storage
  sections: Pick<SiteSections, 'all' | 'resolve'>
  log: Logger
  health: HealthReports
}

/** The key of a draft: its section and its release. */
export function keyOf({ section, release }: DraftRef): string {
  return `${section.id}/${releaseFolder(release)}`
}

/** Reads all approvals. Never rejects. */
export async function readApprovals({ storage, sections, health, log }: ApprovalFiles): Promise<StoredApprovals> {
  const stored: StoredApprovals['stored'] = new Map()
  try {
    const file = await storage.read(SETTINGS, { maxBytes: MAX_FILE_BYTES })
    const ids = file ? approvalSettings.parse(file.bytes.toString()).sections : []
    const settings = new Set(ids)
    for (const { name: id, kind } of await storage.list(FOLDER)) {
      const section = kind === 'folder' ? sections.resolve(id) : undefined
      if (section) await readApprovalsOf(section, { storage, log, stored })
    }
    return { settings, stored }
  } catch (error) {
    const message =
      'The list of sections that need approval cannot be read, so every section needs approval. An administrator can choose the sections again on the page People.'
    health.report({ id: UNREADABLE, message }, error)
    return { settings: undefined, stored }
  }
}

/** Reads the approvals of a section. An unreadable one is ignored: it has to be requested again. */
async function readApprovalsOf(
  section: SectionDefinition,
  { storage, log, stored }: Pick<ApprovalFiles, 'storage' | 'log'> & Pick<StoredApprovals, 'stored'>,
) {
  for (const { name } of await storage.list(`${FOLDER}/${section.id}`)) {
    const stem = name.replace(/\.json$/, '')
    if (stem === name || !isRelease(stem)) continue
    const release = stem === NO_RELEASE ? undefined : stem
    const key = keyOf({ section, release })
    try {
      const file = await storage.read(fileOf(key), { maxBytes: MAX_FILE_BYTES })
      if (file) stored.set(key, { section, release, record: approvalRecord.parse(file.bytes.toString()) })
    } catch (err) {
      log.error({ err, file: fileOf(key) }, 'An approval cannot be read. It has to be requested again')
    }
  }
}

/** Stores the ids of the sections that need approval. Rejects with StorageError. */
export async function writeSettings(storage: Storage, ids: ReadonlySet<string>): Promise<void> {
  await storage.commit([{ name: SETTINGS, bytes: JSON.stringify({ format: 1, sections: [...ids] }) }])
}

/** Stores approvals together. Rejects with StorageError, and then none is stored. */
export async function writeApprovals(storage: Storage, approvals: readonly StoredApproval[]): Promise<void> {
  const puts = approvals.map((stored) => ({ name: fileOf(keyOf(stored)), bytes: JSON.stringify(stored.record) }))
  const last = puts.pop()
  if (last) await storage.commit([...puts, last])
}

/** Removes the approvals of drafts. Rejects with StorageError. */
export async function removeApprovals(storage: Storage, refs: readonly DraftRef[]): Promise<void> {
  await storage.remove(refs.map((ref) => fileOf(keyOf(ref))))
}

function fileOf(key: string) {
  return `${FOLDER}/${key}.json`
}
