import type { Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { FileUnreadable, type Storage, type StoredFile } from '#app/cms/storage/storage.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import type { Findings } from './findings.ts'

export interface CheckOptions {
  storage: Storage
  definition: SiteDefinition
  /** The fixed sections, and the entries that have a file or a history. */
  sections: readonly Section[]
  findings: Findings
  signal?: AbortSignal | undefined
}

/** An entry of a folder. Temporary files are included. */
export interface FoundEntry {
  /** Includes the names of its folders: `uploads/reports/x.pdf`. */
  name: string
  kind: 'file' | 'folder' | 'other'
  size: number
  /** Milliseconds since 1970. */
  modified: number
  mode: number
  /** Number of the user whom it belongs to. */
  uid: number
}

/**
 * The entries in a folder and its subfolders, each folder before its own entries. `isEntered` decides whether a
 * subfolder is read. Entries that are removed meanwhile are ignored; a folder that cannot be read is a finding.
 */
export async function* walkFolder(
  folder: string,
  options: CheckOptions,
  isEntered: (name: string) => boolean = () => true,
): AsyncGenerator<FoundEntry> {
  const { storage, findings, signal } = options
  signal?.throwIfAborted()
  for (const entry of await readFolder(folder, storage, findings)) {
    const name = `${folder}/${entry}`
    const stats = await lstat(path.join(storage.pathOf(folder), entry)).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) addUnreadable(findings, name, error)
      return undefined
    })
    if (!stats) continue
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
    yield { name, kind, size: stats.size, modified: stats.mtimeMs, mode: stats.mode & 0o777, uid: stats.uid }
    if (kind === 'folder' && isEntered(name)) yield* walkFolder(name, options, isEntered)
  }
}

async function readFolder(folder: string, storage: Storage, findings: Findings): Promise<string[]> {
  try {
    return (await readdir(storage.pathOf(folder))).sort()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) addUnreadable(findings, folder, error)
    return []
  }
}

/** Reads and counts a file. Undefined if there is none, or it cannot be read, which is a finding. */
export async function readStored(
  name: string,
  { storage, findings, signal }: CheckOptions,
  href?: string,
): Promise<StoredFile | undefined> {
  signal?.throwIfAborted()
  try {
    const file = await storage.read(name)
    if (file) findings.count(file.bytes.length)
    return file
  } catch (error) {
    addUnreadable(findings, name, error, href)
    return undefined
  }
}

/** Adds the finding that a file or folder cannot be read. */
export function addUnreadable(findings: Findings, name: string, error: unknown, href?: string): void {
  const reason = error instanceof FileUnreadable || !(error instanceof Error) ? String(error) : error.message
  findings.add('unreadable', {
    severity: 'problem',
    what: `${name} cannot be read (${reason}).`,
    remedy: 'Correct its owner and permissions, or have the disk checked. If it is damaged, restore it from a backup.',
    href,
  })
}
