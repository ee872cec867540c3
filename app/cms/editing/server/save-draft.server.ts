import type { Author } from '#app/cms/platform/author.server.ts'
import { contentAt } from './merge-conflict.server.ts'
import { publishedContent } from './content-change.server.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { VersionConflict } from '#app/cms/content/store/errors.ts'
import { DraftConflict, type Draft } from '#app/cms/publishing/drafts/draft.ts'
import { askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { changesAddress, formVersion, readFormVersion, type DraftRef } from './draft-ref.server.ts'

/** After a draft was saved to ask for its approval: the message, and the address of the form that asks. */
export function askForApproval(ref: DraftRef) {
  return {
    message: 'Draft saved. Check its changes, then ask for approval.',
    page: `${changesAddress(ref)}#approval`,
  }
}

/** What a person reads after `saveAsDraft`. `draft` is what it has resolved with. */
export function draftSavedMessage(draft: Draft | undefined): string {
  if (!draft) return 'There is no draft, because nothing differs from the published version'
  return ['Draft saved. It is not published yet.', ...endedApproval(draft)].join(' ')
}

/** Says that a draft was changed after it was approved, or after its approval was requested. */
function endedApproval({ section, release: releaseId }: Draft): string[] {
  const { approvals, auth, releases } = currentSite()
  const found = approvals.find(section, releaseId)
  if (found?.state !== 'outdated') return []
  const { decision } = found.record
  const release = releaseId === undefined ? undefined : releases.find(releaseId)
  return [
    decision?.kind === 'approved'
      ? `It was changed after ${auth.accounts.nameOf(decision.by)} approved it.`
      : 'It was changed after approval was requested.',
    release
      ? `Ask for approval again: the release “${release.name}” cannot be published before.`
      : 'Ask for approval again.',
  ]
}

/**
 * Saves a form as the draft of its section. Rejects with VersionConflict if someone else has saved another draft since
 * the form was made: its current version is the `version` of a form that shows that draft. Otherwise rejects like
 * `drafts.save`.
 */
export async function saveAsDraft({ section, release }: DraftRef, content: unknown, token: string, author: Author) {
  const { drafts } = currentSite()
  const { published: version, revision } = readFormVersion(token)
  const current = drafts.find(section, release)
  // If the draft was published or discarded meanwhile, the form becomes the next draft.
  const expectedRevision = current ? (revision ?? null) : null
  if (release !== undefined) {
    const now = currentSite().content.find(section)
    const isFresh = !current || now?.version === version
    const base = now && isFresh ? { base: { version: now.version, content: now.value } } : {}
    askFirst(author, currentSite().releases, { draft: { section, release, content, ...base } })
  }
  try {
    return await drafts.save(section, { release, content, author, version, expectedRevision })
  } catch (error) {
    const effective = drafts.effective(section, release)
    if (error instanceof DraftConflict && effective) {
      const { value } = effective
      throw new VersionConflict(section.id, { value, version: formVersion(effective.version, effective.draft) })
    }
    if (error instanceof VersionConflict) {
      const { value, version: now } = error.current
      throw new VersionConflict(section.id, { value, version: formVersion(now, current) })
    }
    throw error
  }
}

/**
 * The content that a form was made from: its draft revision, merged with the content published at that time. Undefined
 * if one of them is no longer stored.
 */
export async function baseOfDraft(
  { section, release }: DraftRef,
  token: string,
): Promise<{ value: unknown } | undefined> {
  const { published, revision } = readFormVersion(token)
  const { content, drafts } = currentSite()
  const now = content.find(section)
  const before = now?.version === published ? now : await contentAt(section.id, published)
  if (revision === undefined || !before) return before && { value: before.value }
  const draft = await drafts.revision(section, { release, revision })
  if (!draft) return undefined
  const base = { value: draft.base.content }
  return { value: mergeContent(section.schema, { base, mine: draft.content, theirs: before.value }).value }
}

/** The content that the forms of a draft show, with their version. */
export function draftForm({ section, release }: DraftRef) {
  const published = publishedContent(section)
  const effective = currentSite().drafts.effective(section, release)
  if (!effective) return { value: published.value, version: published.version }
  return { value: effective.value, version: formVersion(published.version, effective.draft) }
}

/** Throws VersionConflict if the form shows another draft, or another published version, than the current one. */
export function requireCurrent(ref: DraftRef, token: string) {
  const current = draftForm(ref)
  const [asked, now] = [readFormVersion(token), readFormVersion(current.version)]
  if (asked.published === now.published && asked.revision === now.revision) return current
  throw new VersionConflict(ref.section.id, current)
}

/** Saves a change of a part of the content as a draft. Rejects like {@link saveAsDraft}. */
export async function changeDraft(
  ref: DraftRef,
  token: string,
  author: Author,
  change: (content: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) {
  const { value, version } = requireCurrent(ref, token)
  const effective = currentSite().drafts.effective(ref.section, ref.release)
  if (!effective || effective.conflicts.length === 0) {
    return saveAsDraft(ref, change(asRecord(value)), version, author)
  }
  // Keeps the base of the draft: with the current published content as base, the save would silently resolve every
  // conflict.
  const { draft } = effective
  return saveAsDraft(ref, change(asRecord(draft.content)), formVersion(draft.base.version, draft), author)
}
