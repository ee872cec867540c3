import type { Author } from '#app/cms/platform/author.server.ts'
import { toContentIssues } from '#app/cms/content/format/content-file.ts'
import { approvalName } from '#app/cms/publishing/approval/approvals.server.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { ContentStore, Snapshot, Updated } from '#app/cms/content/store/store.types.ts'
import { DraftConflict, DraftNotFound, type Draft, type Drafts } from '#app/cms/publishing/drafts/draft.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteFiles } from '#app/cms/content/site-files.server.ts'
import { ReleaseRefused } from './release-format.ts'

interface DraftServices {
  content: Pick<ContentStore, 'find' | 'update' | 'remove'>
  drafts: Pick<Drafts, 'effective' | 'dropPublished'>
  files: Pick<SiteFiles, 'findMissingFiles'>
  log: Pick<Logger, 'warn'>
}

/** What a draft has published. Without a version it has removed an entry. */
type PublishedDraft = Pick<Updated<unknown>, 'historyEntry'> & Partial<Snapshot<unknown>>

/**
 * Publishes the draft of a section outside any release, with its files. Resolves with what is published then. Rejects
 * with DraftNotFound, DraftConflict (it has another revision by now), ReleaseRefused (something else was published
 * meanwhile in the same places), InvalidContent (also for a file that is not there), and as `update` of the store does.
 * Then nothing has changed.
 */
export async function publishDraft(
  { content, drafts, files, log }: DraftServices,
  section: SectionDefinition,
  { author, revision }: { author: Author; revision?: string | undefined },
): Promise<PublishedDraft> {
  const effective = drafts.effective(section)
  if (!effective) throw new DraftNotFound(section.id)
  const { draft, version, conflicts } = effective
  if (revision !== undefined && revision !== draft.revision) throw new DraftConflict(section.id, draft)
  if (conflicts.length > 0) throw new ReleaseRefused(CHOOSE_FIRST)
  const by = { author, reason: 'Draft published', expectedVersion: version, approval: approvalName(undefined) }
  if (effective.value === undefined) {
    const removed = await content.remove(section, { ...by, visitorsGoTo: draft.visitorsGoTo })
    await dropPublishedDraft({ drafts, log }, section, draft.revision)
    return removed
  }
  const parsed = section.schema.safeParse(effective.value)
  if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues, effective.value))
  const value = parsed.data
  const missing = files.findMissingFiles(section.schema, value, { by: 'staff' })
  if (missing.length > 0) {
    const issues = missing.map(({ path, message }) => ({ path: path.join('.'), message }))
    throw new InvalidContent(section.id, issues)
  }
  const isNew = section.entry !== undefined && !content.find(section)
  const published = await content.update(section, {
    ...by,
    change: () => value,
    ...(isNew && { create: () => value }),
  })
  await dropPublishedDraft({ drafts, log }, section, draft.revision)
  return published
}

const CHOOSE_FIRST = 'Other changes were published in the same fields. Choose first which version to keep.'

/**
 * Removes a draft that is published, unless it has another revision by now. Never rejects: the content is published.
 */
export async function dropPublishedDraft(
  { drafts, log }: Pick<DraftServices, 'drafts' | 'log'>,
  section: SectionDefinition,
  revision: string,
): Promise<void> {
  await drafts.dropPublished([{ section, release: undefined, revision }]).catch((err: unknown) => {
    log.warn({ err, section: section.id }, 'A draft could not be removed after it was published')
  })
}

interface DiscardServices {
  drafts: Pick<Drafts, 'find' | 'discard' | 'list'>
  stagedFiles: { discard: (files: Iterable<string>) => Promise<unknown> }
  log: Pick<Logger, 'warn'>
}

/**
 * Discards a draft, and moves files that only it names to the trash. Resolves with the revision that `undoDiscard`
 * takes. Rejects with DraftNotFound, and as `discard` of the drafts does.
 */
export async function discardDraft(
  services: DiscardServices,
  { section, release }: Pick<Draft, 'section' | 'release'>,
  { author, revision }: { author: Author; revision?: string | undefined },
): Promise<string> {
  const { drafts } = services
  const draft = drafts.find(section, release)
  const discarded = await drafts.discard(section, { release, author, expectedRevision: revision })
  if (discarded === undefined || !draft) throw new DraftNotFound(section.id)
  await discardStagedFiles(services, draft)
  return discarded
}

/** Never rejects: files that stay are still for staff only. */
async function discardStagedFiles({ drafts, stagedFiles, log }: DiscardServices, { content }: Draft) {
  const needed = new Set(drafts.list().flatMap((other) => [...collectFileRefs(other.content)]))
  const files = [...collectFileRefs(content)].filter((file) => !needed.has(file))
  await stagedFiles.discard(files).catch((err: unknown) => {
    log.warn({ err, files }, 'Files of a discarded draft could not be moved to the trash')
  })
}
