import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { lstat, statfs } from 'node:fs/promises'
import { findFolderFault } from '#app/cms/storage/folders/folder-care.server.ts'
import { ownerOfSite, type SiteOwner } from '#app/cms/storage/folders/folder-owner.server.ts'
import { isTemporaryName } from '#app/cms/storage/disk/temporary-name.server.ts'
import { walkFolder, type CheckOptions, addUnreadable, type FoundEntry } from './read-stored.server.ts'
import { sha256Of } from '#app/cms/media/library/content-hash.server.ts'
import { isDocument } from '#app/cms/media/library/document-info-index.server.ts'
import { readFileHashes, type FileHash } from '#app/cms/media/library/file-hashes.server.ts'
import { isSameState } from '#app/cms/media/library/index-file.server.ts'
import { STAGED } from '#app/cms/media/uploads/staged-files.server.ts'
import { hashIn, isImageName } from '#app/cms/media/uploads/stored-name.ts'
import { findShapeProblem } from './file-shape.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'

const FOLDERS = ['content', 'uploads', 'data'] as const

/** With less free space than this, a few uploads fill the disk. */
const LOW_BYTES = 1_000_000_000

/** A save or an upload takes less time: an older temporary file was left by a crash. */
const LEFT_OVER_MS = 60 * 60_000

/** Checks the three folders: that they can be written, their free space, permissions and left-over files. */
export async function checkFolders(options: CheckOptions): Promise<void> {
  for (const folder of FOLDERS) await checkFolder(folder, options)
  await checkRestore(options)
}

async function checkFolder(folder: (typeof FOLDERS)[number], options: CheckOptions) {
  const { storage, findings } = options
  const location = storage.pathOf(folder)
  const fault = await findFolderFault(location, { isNeverEmpty: folder !== 'data' })
  if (fault) {
    const [what = '', ...remedy] = fault.message.split(/(?<=\.) /)
    findings.add('folder', {
      severity: 'problem',
      what: `The ${folder} folder (${location}) ${what}`,
      remedy: remedy.join(' '),
    })
  }
  await checkSpace(folder, location, options)
  if (folder === 'data') await checkRights(location, 'data', options)
  const owner = folder === 'data' ? ownerOfSite(location) : undefined
  for await (const { name, modified, mode, uid } of walkFolder(folder, options)) {
    if (folder === 'data' && (mode & 0o077) !== 0) addRights(name, options)
    if (owner !== undefined && uid !== owner.uid) addOwner(name, uid, owner, options)
    const isLeftOver = isTemporaryName(name.split('/').at(-1) ?? '') && Date.now() - modified > LEFT_OVER_MS
    if (isLeftOver) {
      findings.add('left-over', {
        severity: 'note',
        what: `${name} is a temporary file that was left behind.`,
        remedy: 'Nothing needs to be done: the next start of the site removes it.',
      })
    }
  }
}

async function checkSpace(folder: string, location: string, { findings }: CheckOptions) {
  const space = await statfs(location).catch(() => undefined)
  // File systems that do not count blocks report 0.
  if (!space || space.blocks === 0 || space.bavail * space.bsize >= LOW_BYTES) return
  findings.add('space', {
    severity: 'note',
    what: `The disk of the ${folder} folder has ${formatBytes(space.bavail * space.bsize)} left.`,
    remedy: 'Free some space. Nothing can be saved when the disk is full.',
  })
}

async function checkRights(location: string, name: string, options: CheckOptions) {
  const stats = await lstat(location).catch(() => undefined)
  if (stats && (stats.mode & 0o077) !== 0) addRights(name, options)
}

function addRights(name: string, { findings }: CheckOptions) {
  findings.add('rights', {
    severity: 'problem',
    what: `Other users of this machine can open ${name}.`,
    remedy: 'Restart the site: it removes these permissions. Or run: chmod -R go= on the data folder.',
  })
}

function addOwner(name: string, uid: number, { uid: expected, gid, by }: SiteOwner, { findings }: CheckOptions) {
  findings.add('owner', {
    severity: 'note',
    what: `${name} belongs to user ${uid}, and ${by} to user ${expected}: perhaps the site cannot read it.`,
    remedy: `Run on the server, as root: chown -R ${expected}:${gid} on the data folder.`,
  })
}

async function checkRestore({ storage, findings }: CheckOptions) {
  if (await storage.stat('data/restore.json').catch(() => undefined)) {
    findings.add('restore', {
      severity: 'problem',
      what: 'A restore was interrupted.',
      remedy: 'Start the site: it finishes the restore first.',
    })
  }
  for (const folder of FOLDERS) {
    if (!(await storage.stat(`${folder}/.restore-previous`).catch(() => undefined))) continue
    findings.add('restore-previous', {
      severity: 'note',
      what: `${folder}/.restore-previous contains the files that the last restore replaced.`,
      remedy: 'Remove the folder when you no longer need to undo that restore.',
    })
  }
}

/** Folders whose files are not uploads, or not yet. */
const NOT_UPLOADS = /^(?:uploads|data\/staged)\/(?:\.incoming|\.filling|\.restore-\w+|lost\+found)$/

/**
 * Checks the bytes of every uploaded and staged file, including the trash, against the hash in its name or the one that
 * was recorded, and their beginning and end against the kind of the file.
 */
export async function checkUploads(options: CheckOptions): Promise<void> {
  const hashes = await readFileHashes(options.storage)
  let withoutChecksum = 0
  const isEntered = (name: string) => !NOT_UPLOADS.test(name) && !isTemporaryName(name.split('/').at(-1) ?? '')
  for (const folder of ['uploads', STAGED]) {
    for await (const entry of walkFolder(folder, options, isEntered)) {
      if (entry.kind === 'folder' || !isEntered(entry.name)) continue
      if (entry.kind === 'other') {
        addOther(entry, options)
        continue
      }
      const file = entry.name.slice(folder.length + 1)
      const known = folder === 'uploads' ? hashes?.get(file) : undefined
      const isProven = await checkFile(entry, options, { folder, known })
      const isRecorded = known !== undefined || folder !== 'uploads' || file.startsWith('.')
      if (!isProven && !isRecorded && (isImageName(file) ? !file.includes('/') : isDocument(file))) withoutChecksum += 1
    }
  }
  if (!hashes || withoutChecksum === 0) return
  options.findings.add('upload-unrecorded', {
    severity: 'note',
    what: `The checksums of ${withoutChecksum} uploaded files are not recorded yet, so that damage to them may not be seen.`,
    remedy: 'Nothing needs to be done: the running site records them within minutes.',
  })
}

function addOther({ name }: FoundEntry, { findings }: CheckOptions) {
  findings.add('upload-other', {
    severity: 'note',
    what: `${name} is a link or a device, not a regular file. The site does not serve it, and backups do not contain it.`,
    remedy: 'Replace it with the file itself, or remove it.',
  })
}

/** Resolves with true if its name proves its content. */
async function checkFile(
  { name, size, modified }: FoundEntry,
  { storage, findings }: CheckOptions,
  { folder, known }: { folder: string; known: FileHash | undefined },
): Promise<boolean> {
  const file = name.slice(folder.length + 1)
  const view = folder === STAGED ? 'kind=staged&' : ''
  const href = `/admin/files?${view}q=${encodeURIComponent(file.split('/').at(-1) ?? '')}`
  const remedy = 'Restore it from a backup, or upload it again and choose the new file in the sections that use it.'
  const addDamaged = (what: string) => {
    findings.add('upload-damaged', { severity: 'problem', what, remedy, href })
  }
  if (size === 0) {
    findings.add('upload-empty', { severity: 'problem', what: `${name} is empty.`, remedy, href })
    return false
  }
  try {
    const location = storage.pathOf(name)
    // A file without a hash in its name is read as well: an unreadable file is a finding.
    const sum = await sha256Of(location)
    findings.count(size)
    const digits = hashIn(file)
    if (digits !== undefined && sum.startsWith(digits)) return true
    // Changed meanwhile.
    const now = await storage.stat(name)
    if (now?.size !== size || now.modified !== modified) return false
    const isAsRecorded = known?.sha256 === sum
    if (known && !isAsRecorded && isSameState(known, now)) {
      addDamaged(
        `${name} is damaged: its content is not that of ${dayOf(known.seen)}, although its size and time have not changed.`,
      )
      return false
    }
    // A name that was given by hand may end in a date.
    if (digits !== undefined && !/^(?:19|20)\d{6}$/.test(digits)) {
      addDamaged(`${name} is damaged or was replaced: its content does not match the checksum in its name.`)
      return false
    }
    const problem = isAsRecorded && known.isUploaded ? undefined : await findShapeProblem(location)
    if (problem !== undefined) {
      addDamaged(`${name} is damaged or was replaced: ${problem}.`)
      return false
    }
    const since = isAsRecorded ? known.changed : known?.seen
    if (since === undefined || (isAsRecorded && Date.now() - since > SHOWN_DAYS * DAY_MS)) return false
    findings.add('upload-changed', {
      severity: 'note',
      what: `${name} was changed by hand ${isAsRecorded ? 'on' : 'after'} ${dayOf(since)}.`,
      remedy: 'If you do not know of this change, restore the file from a backup.',
      href,
    })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) addUnreadable(findings, name, error, href)
  }
  return false
}

/** How long a change by hand is reported. */
const SHOWN_DAYS = 30

const DAY_MS = 24 * 60 * 60_000

function dayOf(time: number) {
  return new Date(time).toISOString().slice(0, 10)
}
