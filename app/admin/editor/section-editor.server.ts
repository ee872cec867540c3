import { adminAction, adminLoader } from '#app/guard.server.ts'
import { usedFiles } from '#app/media/library/used-files.server.ts'
import type { PreprocessForm } from '#app/sections/form-part-of.ts'
import { addPictures } from '#app/sections/gallery/added-pictures.ts'
import { gallery } from '#app/sections/gallery/gallery.ts'
import { heroSlides } from '#app/sections/hero-slides/hero-slides.ts'
import { reports } from '#app/sections/reports/reports.ts'
import { moveValuesWithProperties } from '#app/sections/product-page/grade-columns.ts'
import { productPages } from '#app/sections/product-page/product-page.ts'
import { whereShown } from '#app/sections/public-pages.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { uploadFolders } from '#app/schema/walk-schema.ts'
import { findSection } from '#app/sections/definitions.ts'
import { formOfBrokenFile, LAST_VALID } from './broken-file.server.ts'
import { readPostedEdit, type PostedEdit } from './posted-edit.server.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'
import { previewEdit, savedRedirect, saveEdit } from './save-edit.server.ts'
import { latestEdits, reasonOfEdit, restoreEdit } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

const preprocessForm = new Map<string, PreprocessForm>([
  [gallery.id, addPictures],
  ...productPages.map(({ id }): [string, PreprocessForm] => [id, moveValuesWithProperties]),
])

/** What some sections do with a posted form before it is parsed. */
export function preprocessed({ id }: SectionDefinition, posted: PostedEdit): PostedEdit {
  return { ...posted, ...preprocessForm.get(id)?.(posted) }
}

/**
 * A section for its editor: its label and public page, its content with its version, the files it uses, the products it can use,
 * and its latest edits. If its file cannot be used: `broken` says why, and the form shows what the file says, with the errors of
 * its fields in `unfit`; or the last valid version (`?start=last-valid`).
 */
export const sectionEditorLoader = adminLoader('editor', async ({ request }) => {
  const section = requireSection(request)
  const startsFromFile = new URL(request.url).searchParams.get('start') !== LAST_VALID
  const form = formOfBrokenFile(section, { startsFromFile })
  const { value: content, version } = form ?? currentSite().content.read(section)
  return {
    id: section.id,
    label: section.label,
    failedMessage: section.messages.failed,
    folders: uploadFolders(section.schema),
    page: section.page,
    shown: whereShown(section),
    content,
    version,
    preview: markdownPreview(content),
    broken: form?.broken,
    unfit: form?.unfit && { ...form.unfit, preview: markdownPreview(content) },
    ...usedFiles(content, currentSite().media.forStaff),
    products: currentSite().products.productChoices(),
    linkTargets: currentSite().links.linkTargets(),
    ...(await latestEdits(section)),
  }
})

/**
 * Saves a section (`intent=save`, or none for conform's list buttons), shows the form again (`preview`), or restores an earlier
 * version (`restore`).
 */
export const sectionEditorAction = adminAction('publisher', async ({ request, user }) => {
  const section = requireSection(request)
  const page = `/admin/${section.id}`
  const posted = preprocessed(section, await readPostedEdit(request, section.schema))
  if (posted.intent === 'restore') return restoreEdit(section, posted, user.id, page)
  if (posted.intent === 'preview') return previewEdit(posted, section.schema)
  return saveEdit({
    posted,
    schema: section.schema,
    failedMessage: section.messages.failed,
    select: (content) => content,
    save: async (value, version, merged) => {
      const isMending = currentSite().content.brokenFile(section) !== undefined
      const { historyEntry } = await currentSite().content.update(section, {
        author: user.id,
        reason: reasonOfEdit(section.label),
        expectedVersion: version,
        change: () => value,
        create: () => value,
      })
      // There is nothing to undo: the file as it was could not be used.
      const undone = isMending ? undefined : historyEntry
      return savedRedirect(page, { message: section.messages.updated, historyEntry: undone, merged })
    },
  })
})

/** The Markdown text of a content as HTML, so that a browser needs the renderer only once the text is edited. */
function markdownPreview({ body }: Record<string, unknown>) {
  return typeof body === 'string' ? renderMarkdown(body) : undefined
}

/** The section whose editor has this address. Each has a route of its own, so the address is no parameter. */
function requireSection(request: Request) {
  const { pathname } = new URL(request.url)
  const section = findSection(pathname.split('/')[2])
  // Hero slides and reports have screens of their own.
  if (!section || section.id === heroSlides.id || section.id === reports.id) {
    throw new Response('There is no such section.', { status: 404 })
  }
  return section
}
