import type { z } from 'zod'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { placesToChoose, settleEach, type Choice } from '#app/cms/content/compare/settle-collision.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { editEntries, entriesOf } from '#app/cms/content/store/edit-entry.ts'
import { VersionConflict } from '#app/cms/content/store/errors.ts'
import type { EffectiveDraft } from '#app/cms/content/publish/drafts/draft.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { flashExpectedErrors, withIssuesInWords } from '#app/cms/admin/history/section-history.server.ts'
import { restoreOrUndo } from '#app/cms/admin/history/undo-edit.server.ts'
import { releasesOfSection } from '#app/cms/admin/releases/release-state.server.ts'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  askForApproval,
  baseOfDraft,
  discardDraft,
  editorAddress,
  formVersion,
  isDiscardedDraft,
  publishDraft,
  readFormVersion,
  releaseOfDiscarded,
  requireRelease,
  saveAsDraft,
  undoDiscard,
  viewOfDraft,
  whyDraftsStay,
  type DraftPlace,
  draftSavedMessage,
} from './draft-edit.server.ts'
import { contentToEdit, emptyContent, type EditedList, type ListTarget } from './edit-entry.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { savedRedirect } from './save-edit.server.ts'

const ONLY_PUBLISHERS =
  'With your role you can save drafts. Ask a person with the role Publisher or Administrator to publish them.'
const ONLY_WITH_RELEASE = 'This draft is part of a release. It is published with the release.'

interface Asked {
  request: Request
  user: User
}

/**
 * The content of a section whose list is edited entry by entry, as its screen shows it: its draft, merged with the
 * published content, or only the published content (`?draft=no`, or if there is no draft). With `?draft=yes` the first
 * edit starts a draft. If the file of the section was never valid, the list is empty. Throws 404 if there is no such
 * release.
 */
export function listToEdit<Schema extends z.ZodObject>(section: SectionDefinition<Schema>, { request, user }: Asked) {
  const published = contentToEdit(section)
  const query = new URL(request.url).searchParams
  const release = requireRelease(query.get('release'))
  const place = { section, release }
  const needsApproval = currentSite().approvals.isNeeded(section)
  const mayPublish = hasRole(user.role, 'publisher') && release === undefined && !needsApproval
  const effective = currentSite().drafts.effective(section, release)
  const isHidden = effective !== undefined && query.get('draft') === 'no'
  const shown = isHidden ? undefined : effective
  const startsDraft = !mayPublish || query.get('draft') === 'yes'
  const version = formVersion(published.version, shown?.draft)
  return {
    value: shown ? section.schema.parse(shown.value) : published.value,
    // The dot marks a form whose edits go to a draft: they are never published directly, even if the draft no longer
    // exists.
    version: startsDraft && !shown ? `${version}.` : version,
    broken: published.broken,
    place: {
      href: editorAddress(place),
      scheduled: releasesOfSection(section),
      search: searchOf(release, query.get('draft')),
      /** True if every edit goes to the draft. */
      isDraft: startsDraft || shown !== undefined,
      mayPublish,
      release:
        release === undefined ? undefined : { id: release, name: currentSite().releases.find(release)?.name ?? '' },
      draft: effective && viewOfDraft(section, effective),
      needsApproval,
      approval: noteOfApproval(place),
      isHidden,
      isConfirming: query.get('confirm') === 'discard',
      conflicts: effective ? conflictPlaces(section, effective) : [],
    },
  }
}

/** What the screen of a list shows about drafts. */
export type ListPlace = ReturnType<typeof listToEdit>['place']

/**
 * What a posted edit of a list changes. The form decides this, even if the draft was published or discarded meanwhile.
 */
export function listTarget(edited: EditedList, { request, user }: Asked, { intent, version }: PostedEdit): ListTarget {
  const { section } = edited
  const query = new URL(request.url).searchParams
  const release = requireRelease(query.get('release'))
  const isPublisher = hasRole(user.role, 'publisher')
  const isRequest = intent === contentIntents.ask
  if (isRequest || intent === contentIntents.draft || version.includes('.')) {
    const place = { section, release }
    return {
      page: editorAddress(place),
      failedMessage: 'The draft was not saved',
      refusal: whyDraftsStay(release, { mayPublish: isPublisher }),
      current: () => currentForm(place),
      baseOf: (from) => baseOfDraft(place, from),
      edit: async (from, change) => {
        const { list } = edited
        const draft = await editDraft(place, from, user.id, (content) => ({
          ...content,
          [list]: change(entriesOf(content, list)),
        }))
        return draft && isRequest ? askForApproval(place) : { message: draftSavedMessage(draft) }
      },
    }
  }
  return {
    page: edited.page + searchOf(undefined, query.get('draft')),
    failedMessage: section.messages.failed,
    refusal:
      isPublisher && release === undefined ? undefined : release === undefined ? ONLY_PUBLISHERS : ONLY_WITH_RELEASE,
    current: () => contentToEdit(section),
    edit: async (expectedVersion, change, reason) => {
      const { content } = currentSite()
      const isRepairing = content.brokenFile(section) !== undefined
      const by = { author: user.id, reason, expectedVersion, create: () => emptyContent(section) }
      const { historyEntry } = await editEntries(content, edited, by, change)
      // No undo button: it would restore the unusable file.
      return { message: reason, undo: isRepairing ? undefined : historyEntry }
    },
  }
}

/**
 * Handles the intents that concern the draft of a list as a whole: discards it (`discard`), publishes it (`publish`),
 * or resolves its conflicts with a later publication (`choose`). `restore` restores a discarded
 * draft or an earlier version of the section. Resolves with undefined for any other intent.
 */
export async function changeListDraft(
  edited: EditedList,
  { request, user }: Asked,
  posted: PostedEdit,
  intent = posted.intent,
) {
  const { section, page } = edited
  const { entry, version } = posted
  const release = requireRelease(new URL(request.url).searchParams.get('release'))
  const place = { section, release }
  const isPublisher = hasRole(user.role, 'publisher')
  const isUndo = intent === contentIntents.restore && isDiscardedDraft(entry)
  const fail = (message: string) =>
    currentSite().flash.flashRedirect(editorAddress(place), { kind: 'failure', message })
  if (intent === contentIntents.restore && !isUndo) {
    return isPublisher ? restoreOrUndo(section, posted, user, page) : fail(ONLY_PUBLISHERS)
  }
  if (intent === contentIntents.publishDraft) {
    if (!isPublisher) return fail(ONLY_PUBLISHERS)
    return release === undefined
      ? flashExpectedErrors(editorAddress(place), () => {
          requireCurrent(place, version)
          return publishDraft(section, { page, author: user.id })
        })
      : fail(ONLY_WITH_RELEASE)
  }
  const isChoice = intent === contentIntents.choose
  if (!isUndo && !isChoice && intent !== 'discard') return undefined
  const why = whyDraftsStay(isUndo ? releaseOfDiscarded(entry) : release, { mayPublish: isPublisher })
  if (why !== undefined) return fail(why)
  if (isUndo) return undoDiscard(section, entry, user.id)
  if (intent === 'discard') return discardDraft(place, version, user.id)
  return flashExpectedErrors(editorAddress(place), () => settleConflicts(place, version, user.id, posted.choices))
}

/**
 * The content of the section whose entry a form edits, by the field `version` of the form: a draft or the published
 * content.
 */
export function listBehindForm(section: SectionDefinition, version: string): unknown {
  const { content, drafts } = currentSite()
  const { revision } = readFormVersion(version)
  const draft = drafts.list().find((one) => one.section.id === section.id && one.revision === revision)
  return (draft && drafts.effective(section, draft.release)?.value) ?? content.find(section)?.value
}

/** The content that the forms of a draft show, with their version. */
function currentForm({ section, release }: DraftPlace) {
  const published = contentToEdit(section)
  const effective = currentSite().drafts.effective(section, release)
  if (!effective) return { value: published.value, version: published.version }
  return { value: effective.value, version: formVersion(published.version, effective.draft) }
}

/** Throws VersionConflict if the form shows another draft, or another published version, than the current one. */
function requireCurrent(place: DraftPlace, token: string) {
  const current = currentForm(place)
  const [asked, now] = [readFormVersion(token), readFormVersion(current.version)]
  if (asked.published === now.published && asked.revision === now.revision) return current
  throw new VersionConflict(place.section.id, current)
}

/** Saves a changed draft. Rejects like {@link saveAsDraft}. */
async function editDraft(
  place: DraftPlace,
  token: string,
  author: string,
  change: (content: Readonly<Record<string, unknown>>) => Record<string, unknown>,
) {
  const { value, version } = requireCurrent(place, token)
  const effective = currentSite().drafts.effective(place.section, place.release)
  if (!effective || effective.conflicts.length === 0) {
    return saveAsDraft(place, change(asRecord(value)), version, author)
  }
  // Keeps the base of the draft: with the current published content as base, the save would silently resolve every
  // conflict.
  const { draft } = effective
  return saveAsDraft(place, change(asRecord(draft.content)), formVersion(draft.base.version, draft), author)
}

/** Resolves the conflicts between a draft and the published content by the choice at each place. */
async function settleConflicts(
  place: DraftPlace,
  token: string,
  author: string,
  choices: readonly (Choice | undefined)[],
) {
  const { value, version } = requireCurrent(place, token)
  const effective = currentSite().drafts.effective(place.section, place.release)
  const options = { newId: newEntryId, isValid: () => true }
  const settled = settleEach({ value, collisions: [...(effective?.conflicts ?? [])] }, choices, options)
  if (settled.collisions.length > 0) {
    const message = 'Choose a version for each place. Nothing was changed.'
    return currentSite().flash.flashRedirect(editorAddress(place), { kind: 'failure', message })
  }
  const saved = await withIssuesInWords(place.section, () => saveAsDraft(place, settled.value, version, author))
  return savedRedirect(editorAddress(place), { message: draftSavedMessage(saved), historyEntry: undefined })
}

/** The places that a draft and a later publication have changed differently. */
function conflictPlaces(section: SectionDefinition, { value, conflicts }: EffectiveDraft) {
  const isValid = (content: unknown) => section.schema.safeParse(content).success
  return placesToChoose({ value, collisions: [...conflicts] }, schemaLabels(section.schema), isValid)
}

/** The query string of the pages of a list. */
function searchOf(release: string | undefined, draft: string | null) {
  const query = new URLSearchParams()
  if (release !== undefined) query.set('release', release)
  if (draft === 'no' || draft === 'yes') query.set('draft', draft)
  return query.size === 0 ? '' : `?${query.toString()}`
}
