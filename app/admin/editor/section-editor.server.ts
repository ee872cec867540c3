import { adminAction, adminLoader } from '#app/guard.server.ts'
import { usedFiles } from '#app/media/library/used-files.server.ts'
import { formPartOf, type PreprocessForm } from '#app/sections/form-part-of.ts'
import { addPictures } from '#app/sections/gallery/added-pictures.ts'
import { gallery } from '#app/sections/gallery/gallery.ts'
import { moveValuesWithProperties } from '#app/sections/product-page/grade-columns.ts'
import { productPages } from '#app/sections/product-page/product-page.ts'
import { whereShown } from '#app/sections/public-pages.ts'
import { formatPath } from '#app/sections/site-files.server.ts'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { findEditor, type SectionEditor } from './editors.ts'
import { contentToEdit } from './content-to-edit.server.ts'
import { readPostedEdit } from './posted-edit.server.ts'
import { previewEdit } from './preview-edit.server.ts'
import { saveEdit } from './save-edit.server.ts'
import { savedRedirect } from './saved-redirect.server.ts'
import { latestEdits, reasonOfEdit, restoreEdit } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

/** What a posted form of a section means beyond its fields. */
const preprocessForm = new Map<string, PreprocessForm>([
  [gallery.id, addPictures],
  ...productPages.map(({ id }): [string, PreprocessForm] => [id, moveValuesWithProperties]),
])

/**
 * What a section is called and where visitors see it, its content with its version, the files it uses, the products it can use, its latest edits, and what is wrong with
 * its file. Where that never could be read: what the form can show of it, and `unfit`, which says at each field why.
 */
export const sectionEditorLoader = adminLoader(async ({ params }) => {
  const { section } = requireEditor(params['section'])
  const { content, version, unfit } = editedContent(section)
  const fault = currentSite()
    .content.faults()
    .find((candidate) => candidate.section === section.id)
  return {
    id: section.id,
    label: section.label,
    page: section.page,
    shown: whereShown(section),
    content,
    version,
    fault,
    unfit,
    ...usedFiles(content, currentSite().media),
    products: currentSite().products.productChoices(),
    linkTargets: currentSite().links.linkTargets(),
    ...(await latestEdits(section)),
  }
})

/**
 * Saves a section (`intent=save` or none, as conform's list buttons), shows the form again (`preview`), or brings an earlier
 * state back (`restore`).
 */
export const sectionEditorAction = adminAction(async ({ request, params, admin }) => {
  const { section } = requireEditor(params['section'])
  const page = `/admin/${section.id}`
  const received = await readPostedEdit(request, section.schema)
  const posted = { ...received, ...preprocessForm.get(section.id)?.(received) }
  if (posted.intent === 'restore') return restoreEdit(section, posted, admin.username, page)
  if (posted.intent === 'preview') return previewEdit(posted, section.schema)
  return saveEdit({
    posted,
    schema: section.schema,
    failedMessage: section.messages.failed,
    select: (content) => content,
    save: async (value, version, taken) => {
      const { historyEntry } = await currentSite().content.update(section, {
        author: admin.username,
        reason: reasonOfEdit(section.label),
        expectedVersion: version,
        change: () => value,
        create: () => value,
      })
      return savedRedirect(page, { message: section.messages.updated, historyEntry, taken })
    },
  })
})

function editedContent(section: SectionEditor['section']) {
  const unreadable = currentSite().content.unreadable(section)
  if (!unreadable) {
    const { value, version } = contentToEdit(section)
    return { content: value, version, unfit: undefined }
  }
  const { value, version, issues } = unreadable
  const error: Record<string, string[]> = {}
  for (const { path, message } of issues) (error[fieldName(path)] ??= []).push(message)
  const unfit: SaveReply = { result: { status: 'error', error }, version }
  return { content: formPartOf(section, value), version, unfit }
}

/** `products.0.title` as forms name it. */
function fieldName(path: string) {
  return formatPath(path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
}

function requireEditor(id: string | undefined) {
  const editor = findEditor(id)
  if (!editor) throw new Response('There is no such section.', { status: 404 })
  return editor
}
