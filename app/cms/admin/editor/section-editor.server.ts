import { parseWithZod } from '@conform-to/zod/v4'
import { hasRole } from '#app/cms/people/roles.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { VersionConflict } from '#app/cms/content/store/errors.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { usedFiles } from '#app/cms/media/library/used-files.server.ts'
import type { PreprocessForm } from '#app/cms/admin/editor/form-part-of.ts'
import { loadPresence } from '#app/cms/admin/presence/presence.server.ts'
import { addPictures } from '#app/site/sections/gallery/added-pictures.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { moveValuesWithProperties } from '#app/site/sections/product-page/grade-columns.ts'
import { releasesOfSection } from '#app/cms/admin/releases/release-state.server.ts'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { whereShown } from '#app/cms/define/public-pages.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { fieldLabels, uploadFolders } from '#app/cms/define/walk-schema.ts'
import type { z } from 'zod'
import { findSection } from '#app/site/sections/definitions.ts'
import {
  askForApproval,
  baseOfDraft,
  discardDraft,
  draftToEdit,
  dropPublishedDraft,
  editorAddress,
  isDiscardedDraft,
  readFormVersion,
  releaseOfDiscarded,
  requireRelease,
  saveAsDraft,
  undoDiscard,
  viewOfDraft,
  whyDraftsStay,
  draftSavedMessage,
} from './draft-edit.server.ts'
import { formOfBrokenFile, LAST_VALID } from './broken-file.server.ts'
import { contentAt } from './merge-conflict.server.ts'
import { readPostedEdit, type PostedEdit } from './posted-edit.server.ts'
import { contentIntents, savingIntents } from '#app/cms/editing/form/content-intents.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { previewEdit, refuse, savedRedirect, saveEdit } from './save-edit.server.ts'
import { latestEdits, reasonOfEdit } from '#app/cms/admin/history/section-history.server.ts'
import { restoreOrUndo } from '#app/cms/admin/history/undo-edit.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

const preprocessForm = new Map<string, PreprocessForm>([
  [gallery.id, addPictures],
  ...productPages.map(({ id }): [string, PreprocessForm] => [id, moveValuesWithProperties]),
])

/** Applies what some sections do with a posted form before it is parsed. */
export function preprocessed({ id }: SectionDefinition, posted: PostedEdit): PostedEdit {
  const preprocess = preprocessForm.get(id)
  if (!preprocess) return posted
  const { conflict } = posted
  const typed = conflict && preprocess({ ...posted, content: conflict.typed }).content
  return { ...posted, ...preprocess(posted), ...(typed && { conflict: { ...conflict, typed } }) }
}

/**
 * A section for its editor: its label and public page, its content with its version, the files it uses, the products it
 * can use, and its latest edits. If its file cannot be used, `broken` describes the errors, and the form shows the
 * values of the file, with the errors of its fields in `unfit`, or the last valid version (`?start=last-valid`). If the
 * section has a draft, the form shows the draft, merged with the published content, unless `?draft=no`.
 */
export const sectionEditorLoader = adminLoader('editor', async ({ request, user }) => {
  const section = requireSection(request)
  const query = new URL(request.url).searchParams
  const startsFromFile = query.get('start') !== LAST_VALID
  const form = formOfBrokenFile(section, { startsFromFile })
  const release = requireRelease(query.get('release'))
  const effective = form ? undefined : currentSite().drafts.effective(section, release)
  const needsApproval = currentSite().approvals.isNeeded(section)
  const presence = loadPresence({ section: section.id, release }, user.id)
  const isDraftHidden = query.get('draft') === 'no'
  const draft = effective && !isDraftHidden ? draftToEdit(section, effective) : undefined
  const published = form ?? currentSite().content.find(section)
  const { value, version } = draft ?? published ?? currentSite().content.read(section)
  const content: Record<string, unknown> = asRecord(value)
  const unfit = form?.unfit ?? draft?.unfit
  await currentSite().releaseWatch.current()
  return {
    scheduled: releasesOfSection(section),
    id: section.id,
    label: section.label,
    failedMessage: section.messages.failed,
    folders: uploadFolders(section.schema),
    labels: fieldLabels(section.schema),
    page: section.page,
    shown: whereShown(section),
    content,
    version,
    publishedVersion: published?.version ?? '',
    // A draft of a release is published with the release.
    mayPublish: hasRole(user.role, 'publisher') && release === undefined && !needsApproval,
    needsApproval,
    approval: noteOfApproval({ section, release }),
    release:
      release === undefined ? undefined : { id: release, name: currentSite().releases.find(release)?.name ?? '' },
    href: editorAddress({ section, release }),
    draft: effective && viewOfDraft(section, effective),
    isDraftHidden,
    isConfirmingDiscard: query.get('confirm') === 'discard',
    presence,
    preview: markdownPreview(content),
    broken: form?.broken,
    unfit: unfit && { ...unfit, preview: markdownPreview(content) },
    ...usedFiles(content, currentSite().media.forStaff),
    products: currentSite().products.productChoices(),
    linkTargets: currentSite().links.linkTargets(),
    ...(await latestEdits(section)),
  }
})

const ONLY_PUBLISHERS =
  'With your role you can save drafts. Save this as a draft, then ask a person with the role Publisher or Administrator to publish it.'

const ONLY_WITH_RELEASE = 'This change is part of a release. Save it as a draft. It is published with the release.'

/**
 * Publishes a section (`intent=save`, or none for conform's list buttons), saves it as a draft (`draft`, or `ask` to
 * redirect to the form that asks for its approval), discards the draft (`delete`), shows the form again (`preview`), or
 * restores an earlier version or a discarded draft (`restore`).
 */
export const sectionEditorAction = adminAction('editor', editSection, { keepsForms: savingIntents })

async function editSection({ request, user }: { request: Request; user: User }) {
  const section = requireSection(request)
  const release = requireRelease(new URL(request.url).searchParams.get('release'))
  const place = { section, release }
  const page = editorAddress(place)
  const posted = preprocessed(section, await readPostedEdit(request, section.schema))
  const { intent, entry, version } = posted
  const isPublisher = hasRole(user.role, 'publisher')
  const mayPublish = isPublisher && release === undefined
  const whyNot = isPublisher ? ONLY_WITH_RELEASE : ONLY_PUBLISHERS
  const isUndo = intent === contentIntents.restore && isDiscardedDraft(entry)
  const savesDraft = intent === contentIntents.draft || intent === contentIntents.ask
  if (isUndo || intent === contentIntents.delete || savesDraft) {
    const why = whyDraftsStay(isUndo ? releaseOfDiscarded(entry) : release, { mayPublish: isPublisher })
    if (why !== undefined) return refuseEdit(403, section, posted, why)
  }
  if (isUndo) return undoDiscard(section, entry, user.id)
  if (intent === contentIntents.delete) return discardDraft(place, version, user.id)
  if (intent === contentIntents.restore && !mayPublish) throw new Response(whyNot, { status: 403 })
  if (intent === contentIntents.restore) return restoreOrUndo(section, posted, user, page)
  if (intent === contentIntents.preview) return previewEdit(posted, section.schema)
  if (savesDraft) return saveDraft(place, posted, user.id)
  const isListButton = intent === undefined && posted.content.has('__intent__')
  if (!mayPublish && !isListButton) return refuseEdit(403, section, posted, whyNot)
  return publish(section, posted, { author: user.id, mayPublish }, page)
}

/** The form again with everything that was typed, and the reason why nothing was saved. */
function refuseEdit(
  status: number,
  section: SectionDefinition<z.ZodObject>,
  { content, version }: PostedEdit,
  detail: string,
) {
  const result = parseWithZod(content, { schema: section.schema }).reply()
  return refuse(status, { result, version, failure: { message: section.messages.failed, detail } })
}

function saveDraft(
  place: { section: SectionDefinition<z.ZodObject>; release: string | undefined },
  posted: PostedEdit,
  author: string,
) {
  return saveEdit({
    posted,
    schema: place.section.schema,
    failedMessage: 'The draft was not saved',
    select: (content) => content,
    baseOf: (version) => baseOfDraft(place, version),
    save: async (value, version, merged) => {
      const draft = await saveAsDraft(place, value, version, author)
      if (draft && posted.intent === contentIntents.ask) {
        const { message, page } = askForApproval(place)
        return savedRedirect(page, { message, historyEntry: undefined, merged })
      }
      const message = draftSavedMessage(draft)
      return savedRedirect(editorAddress(place), { message, historyEntry: undefined, merged })
    },
  })
}

function publish(
  section: SectionDefinition<z.ZodObject>,
  posted: PostedEdit,
  { author, mayPublish }: { author: string; mayPublish: boolean },
  page: string,
) {
  const { revision } = readFormVersion(posted.version)
  return saveEdit({
    posted,
    schema: section.schema,
    failedMessage: section.messages.failed,
    select: (content) => content,
    baseOf: (version) => contentAt(section.id, readFormVersion(version).published),
    save: async (value, version, merged) => {
      if (!mayPublish) throw new Response(ONLY_PUBLISHERS, { status: 403 })
      const isRepairing = currentSite().content.brokenFile(section) !== undefined
      const { historyEntry } = await currentSite()
        .content.update(section, {
          author,
          reason: reasonOfEdit(section.label),
          expectedVersion: readFormVersion(version).published,
          change: () => value,
          create: () => value,
        })
        .catch((error: unknown) => {
          if (!(error instanceof VersionConflict) || revision === undefined) throw error
          const { value: current, version: now } = error.current
          throw new VersionConflict(section.id, { value: current, version: `${now}.${revision}` })
        })
      await dropPublishedDraft(section, version)
      // No undo button: it would restore the unusable file.
      const undone = isRepairing ? undefined : historyEntry
      return savedRedirect(page, { message: section.messages.updated, historyEntry: undone, merged })
    },
  })
}

/** The Markdown text of a content as HTML, so that a browser loads the renderer only when the text is edited. */
function markdownPreview({ body }: Record<string, unknown>) {
  return typeof body === 'string' ? renderMarkdown(body) : undefined
}

/** The section whose editor has this address. Each section has a route of its own, so there is no route parameter. */
function requireSection(request: Request) {
  const { pathname } = new URL(request.url)
  const section = findSection(pathname.split('/')[2])
  // Hero slides and reports have screens of their own.
  if (!section || section.id === heroSlides.id || section.id === reports.id) {
    throw new Response('There is no such section.', { status: 404 })
  }
  return section
}
