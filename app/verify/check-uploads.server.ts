import { sha256Of } from '#app/media/library/content-hash.server.ts'
import { STAGED } from '#app/media/staged/staged-files.server.ts'
import { hashIn } from '#app/media/uploads/stored-name.ts'
import { hasCode } from '#app/storage/storage-error.ts'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'
import { addUnreadable, walkFolder, type CheckOptions, type FoundEntry } from './stored-files.server.ts'

/** Folders of files that are no uploads, or not yet. */
const NOT_UPLOADS = /^(?:uploads|data\/staged)\/(?:\.incoming|\.filling|\.restore-\w+|lost\+found)$/

/** Checks the bytes of every uploaded and every staged file against the sum in its name, those in the trash among them. */
export async function checkUploads(options: CheckOptions): Promise<void> {
  const isEntered = (name: string) => !NOT_UPLOADS.test(name) && !isTemporaryName(name.split('/').at(-1) ?? '')
  for (const folder of ['uploads', STAGED]) {
    for await (const entry of walkFolder(folder, options, isEntered)) {
      if (entry.kind === 'folder' || !isEntered(entry.name)) continue
      if (entry.kind === 'other') addOther(entry, options)
      else await checkFile(entry, options, folder)
    }
  }
}

function addOther({ name }: FoundEntry, { findings }: CheckOptions) {
  findings.add('upload-other', {
    severity: 'note',
    what: `${name} is a link or a device, not a plain file: it is not served and not in a backup.`,
    remedy: 'Put the file itself in its place, or remove it.',
  })
}

async function checkFile({ name, size }: FoundEntry, { storage, findings }: CheckOptions, folder: string) {
  const file = name.slice(folder.length + 1)
  const view = folder === STAGED ? 'kind=staged&' : ''
  const href = `/admin/files?${view}q=${encodeURIComponent(file.split('/').at(-1) ?? '')}`
  const remedy = 'Restore it from a backup, or upload it again and choose the new file in the sections that use it.'
  if (size === 0) {
    findings.add('upload-empty', { severity: 'problem', what: `${name} is empty.`, remedy, href })
    return
  }
  const digits = hashIn(file)
  try {
    // Read to the end also without a sum: a file that cannot be read is a finding.
    const sum = await sha256Of(storage.pathOf(name))
    findings.count(size)
    if (digits === undefined || sum.startsWith(digits)) return
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) addUnreadable(findings, name, error, href)
    return
  }
  // A name that somebody gave by hand may end in a date.
  if (/^(?:19|20)\d{6}$/.test(digits)) return
  findings.add('upload-damaged', {
    severity: 'problem',
    what: `${name} is damaged or was replaced: its bytes do not have the sum in its name.`,
    remedy,
    href,
  })
}
