import { lstat, statfs } from 'node:fs/promises'
import { findFolderFault } from '#app/storage/folder-care.server.ts'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'
import { walkFolder, type CheckOptions } from './stored-files.server.ts'

const FOLDERS = ['content', 'uploads', 'data'] as const

/** With less room than this a few uploads fill the disk. */
const LOW_BYTES = 1_000_000_000

/** A save or an upload takes less; what is older was left by a crash. */
const LEFT_OVER_MS = 60 * 60_000

/** Checks the three folders: that they can be written, their free space, rights and left-over files. */
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
  for await (const { name, modified, mode } of walkFolder(folder, options)) {
    if (folder === 'data' && (mode & 0o077) !== 0) addRights(name, options)
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
  // File systems that count nothing report 0.
  if (!space || space.blocks === 0 || space.bavail * space.bsize >= LOW_BYTES) return
  findings.add('space', {
    severity: 'note',
    what: `The disk of the ${folder} folder has ${Math.round((space.bavail * space.bsize) / 1_000_000)} MB left.`,
    remedy: 'Make room on it before it is full: then nothing more can be saved.',
  })
}

async function checkRights(location: string, name: string, options: CheckOptions) {
  const stats = await lstat(location).catch(() => undefined)
  if (stats && (stats.mode & 0o077) !== 0) addRights(name, options)
}

function addRights(name: string, { findings }: CheckOptions) {
  findings.add('rights', {
    severity: 'problem',
    what: `Other users of this machine may open ${name}.`,
    remedy: 'Start the site again: it takes these rights away. Or run: chmod -R go= on the data folder.',
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
      what: `${folder}/.restore-previous holds what the last restore has replaced.`,
      remedy: 'Remove it when nobody wants to undo that restore any more.',
    })
  }
}
