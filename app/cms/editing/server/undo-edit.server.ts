import type { TypedResponse } from '@remix-run/node'
import { changesAddress, editorAddress, formVersion } from './draft-ref.server.ts'
import { draftSavedMessage, saveAsDraft } from './save-draft.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import type { Merged } from '#app/cms/content/compare/merge-edits.ts'
import {
  collisionsToResolve,
  resolveEach,
  type Choice,
  type CollisionToResolve,
} from '#app/cms/content/compare/resolve-collision.ts'
import { HistoryEntryNotFound } from '#app/cms/content/store/errors.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { formatSheetTime, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  findRestoreEntry,
  flashExpectedErrors,
  historyHref,
  issueTexts,
  missingFilesNote,
  NoLongerFits,
  restoreEdit,
  undoAddress,
  undoOn,
  withIssueTexts,
  describeEdit,
} from './section-history.server.ts'

/** The reverse of one edit, merged with what is published now. */
interface Reverse {
  entry: HistoryEntry
  merged: Merged
  /** The published version that it was merged with. */
  version: string
}

interface UndoRequest {
  entry: string | undefined
  /** The published version whose places the choices belong to. */
  seen?: string | undefined
  /** The choice at each place, in their order. */
  choices?: readonly (Choice | undefined)[]
}

/** Where the person is sent: after the undo, and if nothing was changed. */
interface Pages {
  page: string
  failedPage?: string
}

const OPTIONS = { newId: newEntryId, isValid: () => true }

/**
 * Undoes one edit and keeps all later ones: merges its reverse with what is published now. If later edits have changed
 * the same places, redirects to the page that asks for a choice at each of them. If the person may not publish the
 * section, or it needs approval, the result becomes a draft.
 */
export async function undoEdit(
  section: SectionDefinition,
  { entry, seen, choices = [] }: UndoRequest,
  user: User,
  { page, failedPage = page }: Pages,
): Promise<TypedResponse<never>> {
  const { flash, content, files } = currentSite()
  return flashExpectedErrors(failedPage, async () => {
    const reverse = await reverseOf(section, entry)
    const isChosen = seen === reverse.version
    const { value, collisions } = isChosen ? resolveEach(reverse.merged, choices, OPTIONS) : reverse.merged
    if (collisions.length > 0) {
      const message = isChosen
        ? 'Choose a version for each place. Nothing was changed.'
        : 'Later edits have changed the same places. Choose for each place which version to keep. Nothing was changed yet.'
      return flash.flashRedirect(`${historyHref(section.id)}/${reverse.entry.id}?undo=choose`, {
        kind: 'failure',
        message,
      })
    }
    if (!publishesAtOnce(section, user)) {
      return await undoInDraft(section, reverse, value, user)
    }
    const isRedo = reverse.entry.undoes === 'edit'
    const { historyEntry } = await withIssueTexts(section, () =>
      content.update(section, {
        author: user,
        reason: reasonOfUndo(reverse.entry),
        expectedVersion: reverse.version,
        isUndo: true,
        undoes: isRedo ? 'undo' : 'edit',
        change: () => value,
      }),
    )
    const message =
      historyEntry === undefined ? NOTHING_TO_UNDO : isRedo ? 'The edit was made again' : 'The edit was undone'
    return flash.flashRedirect(page, {
      kind: 'success',
      message: message + missingFilesNote(await files.bringBackFilesOf(section)),
      ...undoOn(undoAddress(section, page), historyEntry, { isRedo: !isRedo }),
    })
  })
}

/** The beginning of the reason of an undo. */
const UNDONE = 'Undone: '

const REDONE = 'Made again: '

/**
 * Names the edit that is undone: `Undone: Clients worldwide, 2026-11-30 08:39`. The undo of that makes the edit again:
 * `Made again: Clients worldwide, 2026-11-30 08:39`.
 */
function reasonOfUndo(entry: HistoryEntry) {
  const { what } = describeEdit(entry)
  if (entry.undoes === 'edit') return REDONE + what.slice(UNDONE.length)
  if (entry.undoes === 'undo') return UNDONE + what.slice(REDONE.length)
  return `${UNDONE}${what}, ${formatSheetTime(entry.time)}`
}

/** True if what this person restores or undoes is public at once; otherwise it becomes a draft. */
export function publishesAtOnce(section: SectionDefinition, { role }: Pick<User, 'role'>): boolean {
  return hasRole(role, 'publisher') && !currentSite().approvals.isNeeded(section)
}

const NOTHING_TO_UNDO = 'Nothing of this edit is left to undo'

/**
 * The undo button of a message: it names no version, so later edits are kept. Any other button restores the whole version
 * that the page has shown. If the person may not publish the section, or it needs approval, the version becomes a draft.
 */
export function restoreOrUndo(
  section: SectionDefinition,
  { entry, version }: { entry: string | undefined; version: string },
  user: User,
  page: string,
  failedPage = page,
) {
  const isUndo = version === '' && currentSite().content.find(section) !== undefined
  if (isUndo) return undoEdit(section, { entry }, user, { page })
  if (publishesAtOnce(section, user)) return restoreEdit(section, { entry, version }, user, page, failedPage)
  const askPage = `${historyHref(section.id)}/${entry ?? ''}?against=now&confirm=draft`
  return restoreAsDraft(section, { entry: entry ?? '', replaces: undefined }, user, askPage)
}

/** Saves the published content without the edit as a draft, or takes the edit out of the draft that there is. */
async function undoInDraft(section: SectionDefinition, reverse: Reverse, value: unknown, user: User) {
  const { flash, drafts, approvals } = currentSite()
  const ref = { section, release: undefined }
  const effective = drafts.effective(section)
  if (value === undefined) {
    await drafts.saveRemoval(section, { author: user, version: reverse.version })
    const message = 'A draft that removes the entry is saved. It is not published yet.'
    return flash.flashRedirect(editorAddress(ref), { kind: 'success', message })
  }
  if (effective && effective.conflicts.length > 0) {
    return flash.flashRedirect(editorAddress(ref), { kind: 'failure', message: DRAFT_HAS_CONFLICTS })
  }
  const published = currentSite().content.find(section)?.value
  const next = effective
    ? mergeContent(section.schema, { base: { value: published }, mine: value, theirs: effective.value })
    : { value, collisions: [] }
  if (next.collisions.length > 0) {
    return flash.flashRedirect(editorAddress(ref), { kind: 'failure', message: DRAFT_CHANGES_THE_SAME })
  }
  const version = formVersion(reverse.version, effective?.draft)
  const saved = await withIssueTexts(section, () => saveAsDraft(ref, next.value, version, user))
  if (!saved) return flash.flashRedirect(editorAddress(ref), { kind: 'success', message: draftSavedMessage(saved) })
  const message = approvals.isNeeded(section)
    ? 'The undo is saved as a draft, because a second person has to approve it. Ask for approval here.'
    : 'The undo is saved as a draft. A person with the role Publisher or Administrator can publish it.'
  const anchor = approvals.isNeeded(section) ? '#approval' : ''
  return flash.flashRedirect(changesAddress(ref) + anchor, { kind: 'success', message })
}

const DRAFT_HAS_CONFLICTS =
  'The draft of this section and the published version have changed the same places. Choose first which version to keep, then undo the edit. Nothing was changed.'
const DRAFT_CHANGES_THE_SAME =
  'The draft of this section changes the same places as the edit. Publish or discard the draft first. Nothing was changed.'

/** The places at which later edits collide with the undo of an edit, and the version that they were found in. */
export async function undoQuestion(
  section: SectionDefinition,
  entry: string,
): Promise<{ version: string; collisions: CollisionToResolve[] } | undefined> {
  try {
    const { merged, version } = await reverseOf(section, entry)
    const isValid = (value: unknown) => section.schema.safeParse(value).success
    return { version, collisions: collisionsToResolve(merged, schemaLabels(section.schema), isValid) }
  } catch (error) {
    if (error instanceof NoLongerFits || error instanceof HistoryEntryNotFound) return undefined
    throw error
  }
}

async function reverseOf(section: SectionDefinition, entryId: string | undefined): Promise<Reverse> {
  const { content } = currentSite()
  const entries = await content.history(section)
  const at = entries.findIndex(({ id }) => id === entryId)
  const entry = entries[at]
  const now = content.find(section)
  if (!entry || !now) throw new HistoryEntryNotFound(entryId ?? '')
  const before = await content.past(section, entry.id)
  if (before.issues.length > 0) {
    throw new NoLongerFits(
      `Nothing was changed, because the version before this edit does not match the current fields of “${section.label}”. ${issueTexts(section, before.issues).join('; ')}`,
    )
  }
  const holder = findRestoreEntry(entry.replacedBy, entries.slice(0, at), section)
  const after = now.version === entry.replacedBy ? now : holder && (await content.past(section, holder.id))
  const base = after?.value !== undefined ? { value: after.value } : undefined
  const merged = mergeContent(section.schema, { base, mine: before.value, theirs: now.value })
  return { entry, merged, version: now.version }
}

/** The draft outside a release that a restored version would replace. */
export function draftToReplace(section: SectionDefinition) {
  const { drafts, auth } = currentSite()
  const draft = drafts.find(section)
  return (
    draft && {
      revision: draft.revision,
      author: auth.accounts.nameOf(draft.author),
      when: formatTimeInSentence(draft.time),
    }
  )
}

/**
 * Saves an earlier version as the draft of a section outside any release. Replaces a draft only if `replaces` is its
 * revision; otherwise redirects to the page that asks.
 */
export async function restoreAsDraft(
  section: SectionDefinition,
  { entry, replaces }: { entry: string; replaces: string | undefined },
  user: User,
  askPage: string,
) {
  const { content, drafts, flash, files } = currentSite()
  const ref = { section, release: undefined }
  return flashExpectedErrors(askPage, async () => {
    const past = await content.past(section, entry)
    if (past.issues.length > 0) {
      throw new NoLongerFits(
        `Nothing was changed, because this version does not match the current fields of “${section.label}”. ${issueTexts(section, past.issues).join('; ')}`,
      )
    }
    const draft = drafts.find(section)
    if (draft && draft.revision !== replaces)
      return flash.flashRedirect(askPage, { kind: 'failure', message: ASK_FIRST })
    const version = formVersion(content.find(section)?.version ?? past.version, draft)
    const saved = await saveAsDraft(ref, past.value, version, user)
    if (!saved) return flash.flashRedirect(editorAddress(ref), { kind: 'success', message: draftSavedMessage(saved) })
    const missing = await files.bringBackFilesIn(past.value)
    return flash.flashRedirect(changesAddress(ref), {
      kind: 'success',
      message: `The earlier version is a draft now. It is not published yet${missingFilesNote(missing)}`,
    })
  })
}

const ASK_FIRST = 'There is a draft of this section. Choose whether to replace it. Nothing was changed yet.'
