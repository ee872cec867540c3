import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { parseWithZod } from '@conform-to/zod/v4'
import { flashExpectedErrors } from './section-history.server.ts'
import { restoreOrUndo } from './undo-edit.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { contentAt, editPart, type BaseOf } from './merge-conflict.server.ts'
import { choosesRemoval } from './posted-conflict.server.ts'
import {
  emptyContent,
  publishedContent,
  wholeForm,
  type ButtonChange,
  type Content,
  type ContentChange,
} from './content-change.server.ts'
import {
  chooseRemoval,
  discardDraft,
  dropPublishedDraft,
  isDiscardedDraft,
  publishDraft,
  releaseOfDiscarded,
  settleConflicts,
  undoDiscard,
} from './draft-actions.server.ts'
import { editorAddress, readFormVersion, refusalToChangeDrafts } from './draft-place.server.ts'
import {
  askForApproval,
  baseOfDraft,
  changeDraft,
  draftForm,
  draftSavedMessage,
  requireCurrent,
  saveAsDraft,
} from './save-draft.server.ts'
import type { EditPlace } from './edit-place.server.ts'
import { previewEdit, refuse, savedRedirect } from './edit-reply.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { pasteEdit } from './paste/paste-edit.server.ts'
import { placeToMake } from './second-entry.server.ts'
import { saveEdit } from './save-edit.server.ts'

/**
 * Does what a posted form of a section asks for, by its intent. `save` publishes the change of the form, `draft` saves
 * it as a draft, `ask` also redirects to the form that asks for approval, and `preview` shows the form again. `delete`
 * discards the draft, `publish` publishes it, `choose` decides its conflicts, and `restore` restores an earlier version
 * or a discarded draft. A button's change is made at once. Throws 400 for another intent without a change.
 *
 * Redirects if something was changed. Otherwise responds like {@link saveEdit}, or for a button redirects to the screen
 * with the reason.
 */
export async function editContent(
  { request, ...at }: EditPlace,
  posted: PostedEdit,
  change: ContentChange | undefined,
) {
  const place = { ...at, request, user: askedWith(at.user, request, posted.form) }
  if (change && !change.form) return changeByButton(place, posted, change)
  const { section, release, user } = place
  const { intent, entry, version } = posted
  const draftPage = editorAddress(place)
  const isUndoOfDiscard = intent === contentIntents.restore && isDiscardedDraft(entry)
  if (isUndoOfDiscard || intent === contentIntents.delete || intent === contentIntents.choose) {
    const why = refusalToSaveDraft(place, isUndoOfDiscard ? releaseOfDiscarded(entry) : release)
    if (why !== undefined) return refuseEdit(place, posted, change, why)
    if (isUndoOfDiscard) return undoDiscard(section, entry, user)
    if (intent === contentIntents.delete) return discardDraft(place, version, user)
    return flashExpectedErrors(draftPage, () => settleConflicts(place, version, user, posted.choices))
  }
  // Of a person who may not publish, it becomes a draft. Within a release, nothing is restored.
  if (intent === contentIntents.restore && release === undefined) return restoreOrUndo(section, posted, user, draftPage)
  if (intent === contentIntents.restore || intent === contentIntents.publishDraft) {
    const why = refusalToPublish(place)
    if (why !== undefined) return refuseEdit(place, posted, change, why)
    return flashExpectedErrors(draftPage, () => {
      requireCurrent(place, version)
      return publishDraft(section, { page: draftPage, author: user })
    })
  }
  if (!change) throw unknownIntent()
  if (posted.paste?.isAsked) return pasteEdit(posted, change.form, posted.paste)
  if (intent === contentIntents.preview) return previewEdit(posted, change.form)
  const { failedMessage, refusal, baseOf, save } = targetOf(place, posted, change)
  // A list button only changes the form.
  const isListButton = intent === undefined && posted.content.has('__intent__')
  if (refusal !== undefined && !isListButton) return refuseEdit(place, posted, change, refusal, failedMessage)
  if (posted.conflict && choosesRemoval(posted.conflict) && !isListButton) return chooseRemoval(place, version, user)
  return saveEdit({
    posted,
    schema: change.form,
    isPart: change.isPart,
    failedMessage,
    select: change.select,
    baseOf,
    save: async (value, expected, merged) => {
      if (refusal !== undefined) throw new Response(refusal, { status: 403 })
      const { page, ...saved } = await save(expected, (content) => change.next(value, content))
      return savedRedirect(page, { ...saved, merged }, user)
    },
  })
}

/** Makes the change of a button without fields, even if other parts of the content were edited since its version. */
function changeByButton(place: EditPlace, posted: PostedEdit, change: ButtonChange) {
  const { select, next, missingMessage } = change
  const { page, refusal, current, baseOf, save } = targetOf(place, posted, change)
  const fail = (message: string) => currentSite().flash.flashRedirect(page, { kind: 'failure', message })
  if (missingMessage !== undefined && select(current()) === undefined) return fail(missingMessage)
  if (refusal !== undefined) return fail(refusal)
  return flashExpectedErrors(page, () =>
    editPart({
      version: posted.version,
      select,
      baseOf,
      edit: async (expected) => savedRedirect(page, await save(expected, next), place.user),
    }),
  )
}

/** What an edit changes: the published content or a draft. */
interface EditTarget {
  /** Address of the screen. */
  page: string
  /** Shown above the reasons if nothing could be saved. */
  failedMessage: string
  /** Why this person may not change it; undefined if they may. */
  refusal: string | undefined
  current: () => unknown
  baseOf: BaseOf
  /** Saves the content that `next` makes from the current one. Rejects like `update` of the store. */
  save: (version: string, next: (content: Content) => Content) => Promise<SavedEdit>
}

interface SavedEdit {
  message: string
  historyEntry: string | undefined
  /** The former and the present address of its page, if the save has changed it. */
  moved?: { from: string; to: string } | undefined
  /** Address to redirect to. */
  page: string
}

/** A change of a part of a draft stays in the draft: its form decides this, even if the draft is published meanwhile. */
function targetOf(place: EditPlace, { intent, version }: PostedEdit, change: ContentChange): EditTarget {
  const savesDraft = intent === contentIntents.draft || intent === contentIntents.ask
  return savesDraft || (isOfPart(change) && version.includes('.'))
    ? draftTarget(place, intent, change)
    : publishedTarget(place, change)
}

function isOfPart(change: ContentChange) {
  return !change.form || change.isPart
}

function draftTarget(place: EditPlace, intent: string | undefined, change: ContentChange): EditTarget {
  const { user } = place
  const page = editorAddress(place)
  return {
    page,
    failedMessage: 'The draft was not saved',
    refusal: refusalToSaveDraft(place, place.release),
    current: () => draftForm(place).value,
    baseOf: (version) => baseOfDraft(place, version),
    save: async (version, next) => {
      const isPart = isOfPart(change)
      const target = isPart ? place : await placeToMake(place, version, next({}))
      const draft = isPart
        ? await changeDraft(place, version, user, next)
        : await saveAsDraft(target, next({}), version, user)
      const saved = { message: draftSavedMessage(draft), page: editorAddress(target), historyEntry: undefined }
      return draft && intent === contentIntents.ask ? { ...saved, ...askForApproval(target) } : saved
    },
  }
}

function publishedTarget(place: EditPlace, change: ContentChange): EditTarget {
  const { section, user, page } = place
  const { content } = currentSite()
  return {
    page,
    failedMessage: section.messages.failed,
    refusal: refusalToPublish(place),
    current: () => publishedContent(section).value,
    baseOf: (version) => contentAt(section.id, readFormVersion(version).published),
    save: async (version, next) => {
      const { section, page } = isOfPart(change) ? place : await placeToMake(place, version, next({}))
      const { published, revision } = readFormVersion(version)
      const made = section === place.section ? change : wholeForm(section)
      const formerPage = section.page
      const isRepairing = content.brokenFile(section) !== undefined
      const { historyEntry } = await content
        .update(section, {
          author: user,
          reason: made.reason,
          expectedVersion: published,
          change: next,
          create: () => {
            const first = next(isOfPart(change) ? emptyContent(section) : {})
            const issues = section.checkFirst?.(first) ?? []
            if (issues.length > 0) throw new InvalidContent(section.id, issues)
            return first
          },
        })
        .catch((error: unknown) => {
          if (!(error instanceof VersionConflict) || revision === undefined) throw error
          const { value, version: now } = error.current
          throw new VersionConflict(section.id, { value, version: `${now}.${revision}` })
        })
      await dropPublishedDraft(section, version)
      // No undo button: it would restore the unusable file.
      return {
        message: made.message,
        historyEntry: isRepairing ? undefined : historyEntry,
        page,
        moved: section.page === formerPage ? undefined : movedPage(formerPage),
      }
    },
  }
}

/** Where visitors of a former address are led; undefined if it had no page. */
function movedPage(from: string) {
  const to = redirectFrom(currentSite(), from)
  return to === undefined || to === '' ? undefined : { from, to }
}

/** Why this person may not change the drafts of a release; undefined if they may. */
function refusalToSaveDraft({ user }: EditPlace, release: string | undefined) {
  return refusalToChangeDrafts(release, { mayPublish: hasRole(user.role, 'publisher') })
}

/** Why this person may not publish here; undefined if they may. */
function refusalToPublish({ section, release, user }: EditPlace) {
  const isList = section.list !== undefined
  if (!hasRole(user.role, 'publisher')) {
    return isList
      ? 'With your role you can save drafts. Ask a person with the role Publisher or Administrator to publish them.'
      : 'With your role you can save drafts. Save this as a draft, then ask a person with the role Publisher or Administrator to publish it.'
  }
  if (release === undefined) return undefined
  return isList
    ? 'This draft is part of a release. It is published with the release.'
    : 'This change is part of a release. Save it as a draft. It is published with the release.'
}

/** The form again with everything that was typed, and why nothing was saved. Without a form, the screen says why. */
function refuseEdit(
  place: EditPlace,
  { content, version }: PostedEdit,
  change: ContentChange | undefined,
  detail: string,
  message = place.section.messages.failed,
) {
  if (!change?.form)
    return currentSite().flash.flashRedirect(editorAddress(place), { kind: 'failure', message: detail })
  // A button of the page posts no fields.
  const result = content.keys().next().done ? {} : parseWithZod(content, { schema: change.form }).reply()
  return refuse(403, { result, version, failure: { message, detail } })
}
