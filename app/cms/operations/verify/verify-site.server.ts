import path from 'node:path'
import { listHistories } from '#app/cms/content/history/removed-sections.server.ts'
import { entriesWithFile } from '#app/cms/content/store/find-entries.server.ts'
import type { Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { checkContent } from './check-content.server.ts'
import { checkDrafts } from './check-drafts.server.ts'
import { checkFolders, checkUploads } from './check-files.server.ts'
import { checkHistory } from './check-history.server.ts'
import { checkAuditLog, checkRecords } from './check-records.server.ts'
import { Findings, type Verification } from './findings.ts'
import { addUnreadable } from './read-stored.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'

/** The part of a site that is being checked, and how many files were read so far. */
export interface VerificationProgress {
  part: string
  files: number
}

interface VerifyOptions {
  storage: Storage
  definition: SiteDefinition
  /** Called before each part. */
  onProgress?: (progress: () => VerificationProgress) => void
  /** Aborts the check, which then rejects with the reason of the signal. */
  signal?: AbortSignal
}

const PARTS = {
  folders: checkFolders,
  content: checkContent,
  history: checkHistory,
  'drafts and releases': checkDrafts,
  'messages and accounts': checkRecords,
  'audit log': checkAuditLog,
  uploads: checkUploads,
}

/**
 * Checks every file of a site, whether it runs or not: content, history, drafts, releases, messages, accounts, uploads,
 * and the folders themselves. Reads only, one file at a time. A file that changes meanwhile is checked in its state at
 * that moment. A disk fault is a finding.
 */
export async function verifySite({ storage, definition, onProgress, signal }: VerifyOptions): Promise<Verification> {
  const findings = new Findings()
  const start = performance.now()
  const report = (part: string) => onProgress?.(() => ({ part, files: findings.files }))
  // What the sections are is read from the folders.
  report('folders')
  const sections = await findSections(storage, definition)
  for (const [part, check] of Object.entries(PARTS)) {
    report(part)
    await check({ storage, definition, sections, findings, signal }).catch((error: unknown) => {
      const name = nameOfUnreadable(storage, error)
      if (name === undefined) throw error
      addUnreadable(findings, name, error)
    })
  }
  return {
    finishedAt: new Date().toISOString(),
    seconds: (performance.now() - start) / 1000,
    findings: findings.list(),
    checked: { files: findings.files, bytes: findings.bytes },
  }
}

/** The sections that files of a site belong to: the fixed ones, and the entries that have a file or a history. */
async function findSections(
  storage: Storage,
  { sections, collections, findSection }: SiteDefinition,
): Promise<Section[]> {
  const entries = new Map<string, Section>()
  for (const collection of collections) {
    for (const section of await entriesWithFile(storage, collection, findSection)) entries.set(section.id, section)
  }
  for (const id of await listHistories(storage).catch(() => [])) {
    const section = findSection(id)
    if (section?.entry) entries.set(id, section)
  }
  return [...sections, ...entries.values()]
}

/** The file or folder of the site that the system did not let this process read; undefined for another error. */
function nameOfUnreadable(storage: Storage, error: unknown): string | undefined {
  const file = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (file === undefined || !hasCode(error, 'EACCES', 'EPERM', 'EIO')) return undefined
  const folder = (['content', 'uploads', 'data'] as const).find((root) => isInside(storage.pathOf(root), file))
  return folder === undefined ? file : path.posix.join(folder, path.relative(storage.pathOf(folder), file))
}

function isInside(folder: string, file: string) {
  const relative = path.relative(folder, file)
  return !relative.startsWith('..') && !path.isAbsolute(relative)
}

interface SiteCheckState {
  /** Progress of the current check. */
  running: VerificationProgress | undefined
  /** Result of the last check since the start of the process. */
  last: Verification | undefined
  /** True if the last check could not be finished; the log says why. */
  hasFailed: boolean
}

export interface SiteCheck {
  /** Starts a check; false if one is running already. */
  start(): boolean
  state(): SiteCheckState
  /** Resolves when no check is running. */
  whenIdle(): Promise<void>
  /** Aborts the running check. */
  close(): Promise<void>
}

/** Checks the running site in the background, one check at a time. The last result stays in memory. */
export function openSiteCheck({
  storage,
  definition,
  log,
}: {
  storage: Storage
  definition: SiteDefinition
  log: Logger
}): SiteCheck {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  let progress: (() => VerificationProgress) | undefined
  let last: Verification | undefined
  let hasFailed = false

  async function run() {
    try {
      last = await verifySite({
        storage,
        definition,
        signal: ending.signal,
        onProgress: (current) => (progress = current),
      })
      hasFailed = false
      const problems = last.findings.filter(({ severity }) => severity === 'problem').length
      log.info({ problems, seconds: last.seconds, ...last.checked }, 'The site was checked')
    } catch (err) {
      if (ending.signal.aborted) return
      hasFailed = true
      log.error({ err }, 'The check of the site could not be finished')
    } finally {
      running = undefined
      progress = undefined
    }
  }

  return {
    start() {
      if (running || ending.signal.aborted) return false
      running = run()
      return true
    },
    state: () => ({ running: progress?.(), last, hasFailed }),
    async whenIdle() {
      await running
    },
    async close() {
      ending.abort()
      await running
    },
  }
}
