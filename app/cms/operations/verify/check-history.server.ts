import { readHeads, readRecord, recordId, type HistoryRecord } from '#app/cms/content/history/history-record.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { readStored, walkFolder, type CheckOptions } from './read-stored.server.ts'

/** How many of the newest records are checked for gaps: these are never removed. */
const ALWAYS_STORED = 50

/** A record is prepared only for a moment: an older one belongs to an interrupted edit. */
const PREPARED_MS = 10 * 60_000

const REMEDY = 'Restore it from a backup, or remove it. The other versions of the section are not affected.'

/** Checks the history of every section: the hashes of each record, and that there is no gap between the newest ones. */
export async function checkHistory(options: CheckOptions): Promise<void> {
  const gone = new Set<string>()
  for await (const { name, kind } of walkFolder('data/history', options, () => false)) {
    const section = name.slice('data/history/'.length)
    if (kind === 'folder' && !options.definition.findSection(section)) gone.add(name)
  }
  for (const name of gone) {
    options.findings.add('history-gone', {
      severity: 'note',
      what: `${name} is the history of a section that this version of the website does not have.`,
      remedy: 'Keep the folder. Staff can read these changes on the page History.',
      href: `/admin/history/${name.slice('data/history/'.length)}`,
    })
  }
  for (const section of options.sections) await checkSection(section, options)
}

async function checkSection({ id: section, label, file }: SectionDefinition, options: CheckOptions) {
  const { findings, storage } = options
  const names: string[] = []
  for await (const { name, kind, modified } of walkFolder(`data/history/${section}`, options)) {
    const id = recordId(name.split('/').at(-1) ?? '')
    if (id && !id.isPrepared && kind === 'file') names.push(name)
    else if (id?.isPrepared && Date.now() - modified > PREPARED_MS) {
      findings.add('history-pending', {
        severity: 'note',
        what: `${name} is the record of an edit that was interrupted.`,
        remedy: 'Nothing needs to be done: the next start of the site completes or removes it.',
      })
    }
  }
  if (names.length === 0) await findRemovedHistory(section, label, options)
  const edits: (Edit | undefined)[] = []
  for (const [at, name] of names.entries()) {
    const record = await checkRecord(section, name, options)
    const before = edits.at(-1)
    if (record && before?.result === record.replacedBy) before.replaced.push(record.version)
    else edits.push(record && { at, time: record.time, replaced: [record.version], result: record.replacedBy })
  }
  for (const [index, edit] of edits.entries()) {
    // The gap before a record cannot be checked if the record before it is unreadable.
    const before = edits[index - 1]
    const isGap = edit && before && !edit.replaced.includes(before.result)
    if (isGap && edit.at > names.length - ALWAYS_STORED) addGap(label, section, before, edit, options)
  }
  const previous = edits.at(-1)
  if (!previous) return
  const current = await storage.read(`content/${file}`).catch(() => undefined)
  if (!current || current.version === previous.result) return
  // It may have been saved since the records were listed.
  const saved = (await storage.list(`data/history/${section}`)).at(-1)?.name
  if (saved === undefined || !names.at(-1)?.endsWith(`/${saved}`)) return
  findings.add('history-behind', {
    severity: 'note',
    what: `content/${file} differs from the result of the last recorded edit of ${label}.`,
    remedy:
      'If the file was edited by hand while the site was stopped, the next start records the edit. Otherwise compare the file with the history.',
    href: `/admin/history/${section}`,
  })
}

/** Finds out whether a section without a history had one: its list of edits is stored beside it. */
async function findRemovedHistory(section: string, label: string, { storage, findings }: CheckOptions) {
  const name = `data/history-heads/${section}.json`
  const heads = await storage.read(name).catch(() => undefined)
  const edits = heads ? readHeads(heads.bytes.toString()).size : 0
  if (edits === 0) return
  findings.add('history-removed', {
    severity: 'problem',
    what: `The history of ${label} was removed: data/history/${section} has no record, but ${name} names ${edits}.`,
    remedy: `Restore data/history/${section} from a backup. If it was removed on purpose, remove ${name} too.`,
    href: `/admin/history/${section}`,
  })
}

/**
 * An edit by its records. It may have several: of what it replaced, of an invalid file that had replaced that, and of what
 * another program wrote meanwhile.
 */
interface Edit {
  /** The place of its first record among the names. */
  at: number
  time: string
  /** The versions that its records store. */
  replaced: string[]
  /** The version that the next edit replaces. */
  result: string
}

function addGap(
  label: string,
  section: string,
  from: Pick<Edit, 'time'>,
  to: Pick<Edit, 'time'>,
  { findings }: CheckOptions,
) {
  findings.add('history-gap', {
    severity: 'note',
    what: `The history of ${label} has a gap between ${from.time} and ${to.time}.`,
    remedy:
      'A record was removed, or the folders come from backups of different times. The other versions are complete.',
    href: `/admin/history/${section}`,
  })
}

/** The record, if the file is valid and its texts have the versions that it names. Otherwise adds a finding. */
async function checkRecord(section: string, name: string, options: CheckOptions): Promise<HistoryRecord | undefined> {
  const { findings } = options
  const stored = await readStored(name, options, `/admin/history/${section}`)
  if (!stored) return undefined
  const record = readRecord(stored.bytes.toString())
  const reason = record ? faultOf(record, section) : 'is damaged: it is not a record of an edit'
  if (reason === undefined) return record
  findings.add('history-damaged', {
    severity: 'problem',
    what: `${name} ${reason}.`,
    remedy: REMEDY,
    href: `/admin/history/${section}`,
  })
  return undefined
}

function faultOf({ section, text, encoding, version, nextText, replacedBy }: HistoryRecord, folder: string) {
  if (section !== folder) return `belongs to the history of ${section}`
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : text
  if (versionOf(bytes) !== version) return 'was changed: its earlier version does not match the stored checksum'
  if (versionOf(nextText) !== replacedBy)
    return 'was changed: the version that replaced it does not match the stored checksum'
  return undefined
}
