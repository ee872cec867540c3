import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { z } from 'zod'
import { approvalRecord, approvalSettings } from '#app/cms/publishing/approval/approval-format.ts'
import { draftRecord, isRelease, NO_RELEASE, revisionOf, type DraftRecord } from '#app/cms/publishing/drafts/draft.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { stagedMove } from '#app/cms/media/uploads/staged-files.server.ts'
import { isOpen, releaseRecord, type Release } from '#app/cms/publishing/releases/release-format.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { isTemporaryName } from '#app/cms/storage/disk/temporary-name.server.ts'
import type { Finding } from './findings.ts'
import { readStored, walkFolder, type CheckOptions } from './read-stored.server.ts'

const DRAFTS = 'data/drafts'
const RELEASES = 'data/releases'
const APPROVALS = 'data/approvals'

const RESTORE = 'Restore it from a backup, or remove it.'

/** A publication takes a second: an older record belongs to an interrupted one. */
const INTERRUPTED_MS = 10 * 60_000

/** Checks that drafts, releases and approvals can be read, and what they name. Finds interrupted publications. */
export async function checkDrafts(options: CheckOptions): Promise<void> {
  const releases = await checkReleases(options)
  const withDrafts = new Set<string>()
  for (const draftFolder of await findDrafts(options)) {
    if (await checkDraft(draftFolder, releases, options)) withDrafts.add(draftFolder.release)
  }
  findEmpty(releases, withDrafts, options)
  await checkApprovals(options)
  await findInterrupted(options)
}

/** Checks the releases. Resolves with all of them by id, including those of unusable records, which are undefined. */
async function checkReleases(options: CheckOptions): Promise<Map<string, Release | undefined>> {
  const releases = new Map<string, Release | undefined>()
  for await (const { name, kind } of walkFolder(RELEASES, options, () => false)) {
    const file = name.slice(RELEASES.length + 1)
    if (kind === 'folder' || isTemporaryName(file)) continue
    const id = file.replace(/\.json$/, '')
    const ofThisName = jsonText(releaseRecord).refine((release) => release.id === id)
    const release = await readRecord(name, ofThisName, options, {
      what: `${name} is not a valid release. The site does not show it and does not publish it.`,
      remedy: RESTORE,
      href: '/admin/releases',
    })
    releases.set(id, release)
    if (!release || !isOpen(release)) continue
    await checkFiles(release.files, `The release “${release.name}”`, `/admin/releases/${id}`, options)
  }
  return releases
}

/** Finds scheduled releases whose drafts are all gone: they will fail at their time. */
function findEmpty(
  releases: ReadonlyMap<string, Release | undefined>,
  withDrafts: ReadonlySet<string>,
  { findings }: CheckOptions,
) {
  for (const [id, release] of releases) {
    if (release?.state !== 'scheduled' || withDrafts.has(id) || release.files.length > 0) continue
    findings.add('release-empty', {
      severity: 'problem',
      what: `The release “${release.name}” is scheduled, but has no draft and no file. Its drafts were removed.`,
      remedy: `Restore data/drafts from a backup, or cancel the schedule. The release will not be published at its time.`,
      href: `/admin/releases/${id}`,
    })
  }
}

/** The folder of a draft, and the names of its revisions, the newest last. */
interface DraftFolder {
  section: SectionDefinition
  release: string
  revisions: string[]
}

async function findDrafts(options: CheckOptions): Promise<DraftFolder[]> {
  const { findings, definition } = options
  const draftFolders = new Map<string, DraftFolder>()
  for await (const { name, kind } of walkFolder(DRAFTS, options)) {
    const [sectionId = '', release = '', file = ''] = name.slice(DRAFTS.length + 1).split('/')
    const section = definition.findSection(sectionId)
    if (!section) {
      if (release !== '') continue
      findings.add('draft-of-gone-section', {
        severity: 'note',
        what: `${name} contains drafts of a section that this version of the website does not have.`,
        remedy: 'Remove the folder if no other version of the website needs it.',
      })
    } else if (isRelease(release) && revisionOf(file) !== undefined) {
      const key = `${sectionId}/${release}`
      const draftFolder = draftFolders.get(key) ?? { section, release, revisions: [] }
      draftFolder.revisions.push(name)
      draftFolders.set(key, draftFolder)
    } else if (kind !== 'folder' && !isTemporaryName(file)) {
      findings.add('draft-stray', {
        severity: 'note',
        what: `${name} does not belong in this folder. The site does not read it.`,
        remedy: 'Remove the file if it is not needed.',
      })
    }
  }
  return [...draftFolders.values()]
}

/**
 * Checks the revisions of a draft, and what the newest one names. Resolves with false if the draft was discarded or
 * cannot be read.
 */
async function checkDraft(
  { section, release, revisions }: DraftFolder,
  releases: ReadonlyMap<string, unknown>,
  options: CheckOptions,
): Promise<boolean> {
  const newest = revisions.at(-1)
  let hasContent = false
  for (const name of revisions) {
    const fits = ({ content }: DraftRecord) => content === null || section.schema.safeParse(content).success
    // An earlier revision may fit an earlier schema only.
    const record = await readRecord(name, name === newest ? draftRecord.refine(fits) : draftRecord, options, {
      what: `${name} is not a draft of ${section.label}, or no longer fits its form. The site does not show it.`,
      remedy: RESTORE,
      href: adminAddress(section),
    })
    if (name !== newest || !record?.content) continue
    hasContent = true
    await checkFiles(
      collectFileRefs(record.content),
      `The draft of ${section.label}`,
      `/admin/drafts/${section.id}`,
      options,
    )
    if (release === NO_RELEASE || releases.has(release)) continue
    options.findings.add('draft-without-release', {
      severity: 'problem',
      what: `${name} is a draft of ${section.label} in the release ${release}, which does not exist.`,
      remedy: `Restore ${RELEASES}/${release}.json from a backup, or remove the draft.`,
      href: '/admin/releases',
    })
  }
  return hasContent
}

async function checkApprovals(options: CheckOptions) {
  for await (const { name, kind } of walkFolder(APPROVALS, options)) {
    if (kind === 'folder' || isTemporaryName(name.split('/').at(-1) ?? '')) continue
    if (name === `${APPROVALS}/settings.json`) {
      await readRecord(name, approvalSettings, options, {
        what: `${name} is damaged. Every section needs approval until the setting is saved again.`,
        remedy: 'Choose the sections again on the page People.',
        href: '/admin/people',
      })
    } else {
      await readRecord(name, approvalRecord, options, {
        what: `${name} is not a valid approval. The approval has to be requested again.`,
        remedy: RESTORE,
      })
    }
  }
}

async function findInterrupted(options: CheckOptions) {
  for await (const { name, kind, modified } of walkFolder('data/publishing', options, () => false)) {
    if (kind !== 'file' || isTemporaryName(name.split('/').at(-1) ?? '')) continue
    if (Date.now() - modified < INTERRUPTED_MS) continue
    options.findings.add('publication-interrupted', {
      severity: 'problem',
      what: `${name} is the record of a publication that was interrupted.`,
      remedy: 'Start the site: it completes the publication first. Do not remove the file.',
    })
  }
}

/** Finds files that are neither public nor staged. */
async function checkFiles(files: Iterable<string>, who: string, href: string, { storage, findings }: CheckOptions) {
  for (const file of files) {
    const { from, to } = stagedMove(file)
    let exists = false
    // One after the other, and the first name again: the file may be moved during the check.
    for (const name of [from, to, from]) exists ||= (await storage.stat(name).catch(() => undefined))?.kind === 'file'
    if (exists) continue
    findings.add('draft-file-missing', {
      severity: 'problem',
      what: `${who} names the file ${file}, which does not exist.`,
      remedy: 'Upload it again and choose it there, or restore it from a backup or from the trash.',
      href,
    })
  }
}

/** The parsed file. Undefined if it does not exist, cannot be read, or does not fit: the last two are findings. */
async function readRecord<Value>(
  name: string,
  schema: z.ZodType<Value, string>,
  options: CheckOptions,
  damaged: Omit<Finding, 'severity'>,
): Promise<Value | undefined> {
  const stored = await readStored(name, options)
  const parsed = stored && schema.safeParse(stored.bytes.toString())
  if (parsed && !parsed.success) {
    options.findings.add(`damaged in ${name.split('/', 2).join('/')}`, { severity: 'problem', ...damaged })
  }
  return parsed?.data
}
