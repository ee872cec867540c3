import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import { placesToChoose } from '#app/cms/content/compare/settle-collision.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import { DraftConflict, DraftNotFound, type Draft, type EffectiveDraft } from '#app/cms/content/publish/drafts/draft.ts'
import { formatTime } from '#app/cms/editing/ui/format.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { flashExpectedErrors, issuesInWords } from '#app/cms/admin/history/section-history.server.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import * as endDraft from '#app/cms/content/publish/releases/end-draft.server.ts'
import { askBeforeRemoval, askFirst } from '#app/cms/content/publish/releases/ask-first.server.ts'
import { ReleaseRefused, whyReleaseStays } from '#app/cms/content/publish/releases/release.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import type { DraftView } from './draft-banner.tsx'
import { asFormValue, contentAt } from './merge-conflict.server.ts'
import { savedRedirect } from './save-edit.server.ts'

/** Most labels of fields that are named. */
const MAX_LABELS = 20

/** The place of a draft: its section, and its release if it belongs to one. */
export interface DraftPlace {
  section: SectionDefinition
  release: string | undefined
}

export function editorAddress({ section, release }: DraftPlace): string {
  return `/admin/${section.id}${release === undefined ? '' : `?release=${release}`}`
}

/** The address of the screen that shows what a draft changes. */
export function changesAddress({ section, release }: DraftPlace): string {
  return release === undefined ? `/admin/drafts/${section.id}` : `/admin/releases/${release}/changes/${section.id}`
}

/** The address of the screen that shows everything that a release changes. */
export function allChangesAddress({ id }: { id: string }): string {
  return `/admin/releases/${id}/changes`
}

/** The release id of an address; undefined if the address has none. Throws 404 if there is no such release. */
export function requireRelease(id: string | null): string | undefined {
  if (id === null) return undefined
  if (!currentSite().releases.find(id)) throw new Response('There is no such release.', { status: 404 })
  return id
}

/** Why a person may not change the drafts of a release; undefined if they may. */
export function whyDraftsStay(releaseId: string | undefined, { mayPublish }: { mayPublish: boolean }) {
  const release = releaseId === undefined ? undefined : currentSite().releases.find(releaseId)
  return release && whyReleaseStays(release, { mayPublish })
}

/**
 * The parsed field `version` of a section's form: the published version that the form was made from, and the revision
 * of the draft that it shows.
 */
export interface FormVersion {
  published: string
  revision: string | undefined
}

/** The field `version` of a form that shows a draft, or the published content if there is no draft. */
export function formVersion(published: string, draft: Draft | undefined): string {
  return draft ? `${published}.${draft.revision}` : published
}

export function readFormVersion(text: string): FormVersion {
  const [published = '', revision] = text.split('.', 2)
  return { published, revision: revision || undefined }
}

interface DraftForm {
  value: unknown
  version: string
  unfit: SaveReply | undefined
}

/**
 * The draft of a section as its editor shows it. If the draft has conflicts, `unfit` makes the form ask which side to
 * keep.
 */
export function draftToEdit(section: SectionDefinition, draft: EffectiveDraft): DraftForm {
  const { value, version, conflicts } = draft
  const token = formVersion(version, draft.draft)
  const isValid = (content: unknown) => section.schema.safeParse(content).success
  const conflict = placesToChoose({ value, collisions: [...conflicts] }, schemaLabels(section.schema), isValid)
  return {
    value,
    version: token,
    unfit:
      conflict.length === 0
        ? undefined
        : {
            result: { status: 'success', initialValue: asFormValue(value) },
            version: token,
            conflict,
            isDraftConflict: true,
          },
  }
}

/** What the banner shows about a draft: who saved it and when, and which fields differ from the published content. */
export function viewOfDraft(section: SectionDefinition, { draft, value, version }: EffectiveDraft): DraftView {
  const published = currentSite().content.find(section)?.value
  const labels = listDifferences(value, published, { guide: schemaLabels(section.schema) }).map(({ label }) => label)
  return {
    author: currentSite().auth.accounts.nameOf(draft.author),
    time: draft.time,
    when: formatTime(draft.time),
    changes: labels.length,
    labels: shownLabels(labels),
    changesHref: changesAddress({ section, release: draft.release }),
    version: formVersion(version, draft),
  }
}

/** The labels of fields as they are named to a person: each once, and not too many. */
export function shownLabels(labels: readonly string[]): string[] {
  return [...new Set(labels)].slice(0, MAX_LABELS)
}

/** After a draft was saved to ask for its approval: the message, and the address of the form that asks. */
export function askForApproval(place: DraftPlace) {
  return {
    message: 'Draft saved. Check its changes, then ask for approval.',
    page: `${changesAddress(place)}#approval`,
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
export async function saveAsDraft({ section, release }: DraftPlace, content: unknown, token: string, author: string) {
  const { drafts } = currentSite()
  const { published: version, revision } = readFormVersion(token)
  const current = drafts.find(section, release)
  // If the draft was published or discarded meanwhile, the form becomes the next draft.
  const expectedRevision = current ? (revision ?? null) : null
  if (release !== undefined) {
    const now = currentSite().content.find(section)
    const isFresh = !current || now?.version === version
    const base = now && isFresh ? { base: { version: now.version, content: now.value } } : {}
    askFirst(currentSite().releases, { draft: { section, release, content, ...base } })
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
  { section, release }: DraftPlace,
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

/**
 * Publishes the draft of a section outside any release, with its files. Redirects to `page`, with an undo button unless
 * the undo would need approval, or with the reason why nothing was published. Otherwise rejects like `update` of the
 * store.
 */
export async function publishDraft(section: SectionDefinition, { page, author }: { page: string; author: string }) {
  const site = currentSite()
  const fail = (message: string) => site.flash.flashRedirect(page, { kind: 'failure', message })
  try {
    const { historyEntry } = await endDraft.publishDraft({ ...site, log }, section, { author })
    const undo = site.approvals.isNeeded(section) ? undefined : historyEntry
    return savedRedirect(page, { message: 'The draft is published', historyEntry: undo })
  } catch (error) {
    if (error instanceof DraftNotFound || error instanceof ReleaseRefused) return fail(error.message)
    if (!(error instanceof InvalidContent)) throw error
    return fail(`Nothing was published. ${issuesInWords(section, error.issues).join('; ')}`)
  }
}

/**
 * Removes the draft that a form showed when it was published. Never rejects, because the content is already published.
 */
export async function dropPublishedDraft(section: SectionDefinition, token: string): Promise<void> {
  const { revision } = readFormVersion(token)
  if (revision !== undefined) await endDraft.dropPublishedDraft({ ...currentSite(), log }, section, revision)
}

const UNDO = 'draft:'

/** True for the `entry` of an undo button that restores a discarded draft. */
export function isDiscardedDraft(entry: string | undefined): entry is string {
  return entry?.startsWith(UNDO) === true
}

/**
 * Discards the draft that a page showed, and moves files that only this draft uses to the trash. Redirects to its
 * editor.
 */
export async function discardDraft({ section, release }: DraftPlace, token: string, author: string) {
  const { drafts, flash, media } = currentSite()
  const page = editorAddress({ section, release })
  askBeforeRemoval(release === undefined ? undefined : currentSite().releases.find(release), section.label)
  return flashExpectedErrors(page, async () => {
    const services = { drafts, stagedFiles: media.staged, log }
    const seen = readFormVersion(token).revision
    const revision = await endDraft.discardDraft(services, { section, release }, { author, revision: seen })
    return flash.flashRedirect(page, {
      kind: 'success',
      message: 'The draft was discarded',
      undo: { section: section.id, entry: `${UNDO}${release ?? ''}:${revision}` },
    })
  })
}

/**
 * The release of the draft that an undo button names; undefined if it has none. Throws 404 if there is no such release.
 */
export function releaseOfDiscarded(entry: string): string | undefined {
  const [releaseId = ''] = entry.slice(UNDO.length).split(':', 1)
  return requireRelease(releaseId || null)
}

/** Restores the draft that an undo button names, with its files. Redirects to its editor. */
export async function undoDiscard(section: SectionDefinition, entry: string, author: string) {
  const { drafts, releases, flash, media } = currentSite()
  const release = releaseOfDiscarded(entry)
  const revision = entry.slice(entry.lastIndexOf(':') + 1)
  const page = editorAddress({ section, release })
  return flashExpectedErrors(page, async () => {
    const draft = await drafts.undoDiscard(section, {
      release,
      author,
      revision,
      check: ({ base, content }) => {
        askFirst(releases, { draft: { section, release, content, base } })
      },
    })
    const named = collectFileRefs(draft.content)
    for (const { id, file } of media.staged.trash.list()) {
      if (named.has(file)) await media.staged.restore(id)
    }
    return flash.flashRedirect(page, { kind: 'success', message: 'The draft was restored' })
  })
}
