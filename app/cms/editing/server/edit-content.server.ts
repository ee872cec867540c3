import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { parseWithZod } from '@conform-to/zod/v4'
import { flashExpectedErrors } from './section-history.server.ts'
import { restoreOrUndo } from './undo-edit.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { contentAt, type BaseOf } from './merge-conflict.server.ts'
import { choosesRemoval } from './posted-conflict.server.ts'
import { wholeForm, type Content, type ContentChange } from './content-change.server.ts'
import {
  chooseRemoval,
  discardDraft,
  dropPublishedDraft,
  isDiscardedDraft,
  publishDraft,
  releaseOfDiscarded,
  undoDiscard,
} from './draft-actions.server.ts'
import { editorAddress, readFormVersion, refusalToChangeDrafts } from './draft-ref.server.ts'
import { askForApproval, baseOfDraft, draftSavedMessage, requireCurrent, saveAsDraft } from './save-draft.server.ts'
import type { EditContext } from './edit-context.server.ts'
import { contextOfNew, versionAt } from './new-entry-context.server.ts'
import { previewEdit, refuse, savedRedirect } from './edit-reply.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { pasteEdit } from './paste/paste-edit.server.ts'
import { saveEdit } from './save-edit.server.ts'

/**
 * Does what a posted form of a section asks for, by its intent. `save` publishes the change of the form, `draft` saves
 * it as a draft, `ask` also redirects to the form that asks for approval, and `preview` shows the form again. `delete`
 * discards the draft, `publish` publishes it, and `restore` restores an earlier version or a discarded draft.
 *
 * Redirects if something was changed. Otherwise responds like {@link saveEdit}.
 */
export async function editContent({ request, ...at }: EditContext, posted: PostedEdit, change: ContentChange) {
  const context = { ...at, request, user: askedWith(at.user, request, posted.form) }
  const { section, release, user } = context
  const { intent, entry, version } = posted
  const draftPage = editorAddress(context)
  const isUndoOfDiscard = intent === contentIntents.restore && isDiscardedDraft(entry)
  if (isUndoOfDiscard || intent === contentIntents.delete) {
    const why = refusalToSaveDraft(context, isUndoOfDiscard ? releaseOfDiscarded(entry) : release)
    if (why !== undefined) return refuseEdit(context, posted, change, why)
    return isUndoOfDiscard ? undoDiscard(section, entry, user) : discardDraft(context, version, user)
  }
  // Of a person who may not publish, it becomes a draft. Within a release, nothing is restored.
  if (intent === contentIntents.restore && release === undefined)
    return restoreOrUndo(section, posted, user, context.page)
  if (intent === contentIntents.restore || intent === contentIntents.publishDraft) {
    const why = refusalToPublish(context)
    if (why !== undefined) return refuseEdit(context, posted, change, why)
    return flashExpectedErrors(draftPage, () => {
      requireCurrent(context, version)
      return publishDraft(section, { page: draftPage, author: user })
    })
  }
  if (posted.paste?.isAsked) return pasteEdit(posted, change.form, posted.paste)
  if (intent === contentIntents.preview) return previewEdit(posted, change.form)
  const { failedMessage, refusal, baseOf, save } = targetOf(context, posted, change)
  // A list button only changes the form.
  const isListButton = intent === undefined && posted.content.has('__intent__')
  if (refusal !== undefined && !isListButton) return refuseEdit(context, posted, change, refusal, failedMessage)
  if (posted.conflict && choosesRemoval(posted.conflict) && !isListButton) return chooseRemoval(context, version, user)
  return saveEdit({
    posted,
    schema: change.form,
    failedMessage,
    baseOf,
    save: async (value, expected, merged) => {
      if (refusal !== undefined) throw new Response(refusal, { status: 403 })
      const { page, ...saved } = await save(expected, value)
      return savedRedirect(page, { ...saved, merged }, user)
    },
  })
}

/** What an edit changes: the published content or a draft. */
interface EditTarget {
  /** Shown above the reasons if nothing could be saved. */
  failedMessage: string
  /** Why this person may not change it; undefined if they may. */
  refusal: string | undefined
  baseOf: BaseOf
  /** Saves a content. Rejects like `update` of the store. */
  save: (version: string, content: Content) => Promise<SavedEdit>
}

interface SavedEdit {
  message: string
  historyEntry: string | undefined
  /** Address that the button posts to that undoes it. Default: that of the redirect. */
  undoAt?: string
  /** The former and the present address of its page, if the save has changed it. */
  moved?: { from: string; to: string } | undefined
  /** Address to redirect to. */
  page: string
}

function targetOf(context: EditContext, posted: PostedEdit, change: ContentChange): EditTarget {
  const { intent } = posted
  const savesDraft = intent === contentIntents.draft || intent === contentIntents.ask
  return savesDraft ? draftTarget(context, intent) : publishedTarget(context, posted, change)
}

function draftTarget(context: EditContext, intent: string): EditTarget {
  const { user } = context
  return {
    failedMessage: 'The draft was not saved',
    refusal: refusalToSaveDraft(context, context.release),
    baseOf: (version) => baseOfDraft(context, version),
    save: async (version, content) => {
      const target = await contextOfNew(context, version, content)
      const draft = await saveAsDraft(target, content, versionAt(target, context, version), user)
      const saved = { message: draftSavedMessage(draft), page: editorAddress(target), historyEntry: undefined }
      return draft && intent === contentIntents.ask ? { ...saved, ...askForApproval(target) } : saved
    },
  }
}

function publishedTarget(context: EditContext, { conflict }: PostedEdit, change: ContentChange): EditTarget {
  const { content } = currentSite()
  return {
    failedMessage: context.section.messages.failed,
    refusal: refusalToPublish(context),
    baseOf: (version) => contentAt(context.section.id, readFormVersion(version).published),
    save: async (version, next) => {
      const { user } = context
      const target = await contextOfNew(context, version, next)
      const { section, page } = target
      const { published, revision } = readFormVersion(versionAt(target, context, version))
      const made = section === context.section ? change : wholeForm(section)
      const formerPage = section.page
      const isRepairing = content.brokenFile(section) !== undefined
      const { historyEntry } = await content
        .update(section, {
          author: user,
          reason: made.reason,
          expectedVersion: published,
          change: () => next,
          create: () => {
            const issues = section.checkFirst?.(next) ?? []
            if (issues.length > 0) throw new InvalidContent(section.id, issues)
            return next
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
        undoAt: adminAddress(section),
        // Whoever has taken the saved version has changed nothing.
        message: conflict && historyEntry === undefined ? SAVED_VERSION_KEPT : made.message,
        historyEntry: isRepairing ? undefined : historyEntry,
        page,
        moved: section.page === formerPage ? undefined : movedPage(formerPage),
      }
    },
  }
}

const SAVED_VERSION_KEPT = 'The saved version stays. Nothing was changed.'

/** Where visitors of a former address are led; undefined if it had no page. */
function movedPage(from: string) {
  const to = redirectFrom(currentSite(), from)
  return to === undefined || to === '' ? undefined : { from, to }
}

/** Why this person may not change the drafts of a release; undefined if they may. */
function refusalToSaveDraft({ user }: EditContext, release: string | undefined) {
  return refusalToChangeDrafts(release, { mayPublish: hasRole(user.role, 'publisher') })
}

/** Why this person may not publish here; undefined if they may. */
function refusalToPublish({ release, user }: EditContext) {
  if (!hasRole(user.role, 'publisher'))
    return 'With your role you can save drafts. Save this as a draft, then ask a person with the role Publisher or Administrator to publish it.'
  if (release === undefined) return undefined
  return 'This change is part of a release. Save it as a draft. It is published with the release.'
}

/** The form again with everything that was typed, and why nothing was saved. */
function refuseEdit(
  context: EditContext,
  { content, version }: PostedEdit,
  change: ContentChange,
  detail: string,
  message = context.section.messages.failed,
) {
  // A button of the page posts no fields.
  const result = content.keys().next().done ? {} : parseWithZod(content, { schema: change.form }).reply()
  return refuse(403, { result, version, failure: { message, detail } })
}
