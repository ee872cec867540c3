import { adminAction, adminLoader } from '#app/guard.server.ts'
import { usedFiles } from '#app/media/library/used-files.server.ts'
import { formPartOf, type PreprocessForm } from '#app/sections/form-part-of.ts'
import { addPictures } from '#app/sections/gallery/added-pictures.ts'
import { gallery } from '#app/sections/gallery/gallery.ts'
import { heroSlides } from '#app/sections/hero-slides/hero-slides.ts'
import { reports } from '#app/sections/reports/reports.ts'
import { moveValuesWithProperties } from '#app/sections/product-page/grade-columns.ts'
import { productPages } from '#app/sections/product-page/product-page.ts'
import { whereShown } from '#app/sections/public-pages.ts'
import { formatPath } from '#app/sections/site-files.server.ts'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import type { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { uploadFolders } from '#app/schema/walk-schema.ts'
import { findSection } from '#app/sections/definitions.ts'
import { readPostedEdit } from './posted-edit.server.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'
import { previewEdit, savedRedirect, saveEdit } from './save-edit.server.ts'
import { latestEdits, reasonOfEdit, restoreEdit } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

/** What some sections do with a posted form before it is parsed. */
const preprocessForm = new Map<string, PreprocessForm>([
  [gallery.id, addPictures],
  ...productPages.map(({ id }): [string, PreprocessForm] => [id, moveValuesWithProperties]),
])

/**
 * A section for its editor: its label and public page, its content with its version, the files it uses, the products it can use,
 * its latest edits, and what is wrong with its file. If the file could never be read: what the form can show of it, and `unfit`,
 * the errors of its fields.
 */
export const sectionEditorLoader = adminLoader(async ({ request }) => {
  const section = requireSection(request)
  const { content, version, unfit } = editedContent(section)
  const fault = currentSite()
    .content.faults()
    .find((candidate) => candidate.section === section.id)
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
    fault,
    unfit,
    ...usedFiles(content, currentSite().media),
    products: currentSite().products.productChoices(),
    linkTargets: currentSite().links.linkTargets(),
    ...(await latestEdits(section)),
  }
})

/**
 * Saves a section (`intent=save`, or none for conform's list buttons), shows the form again (`preview`), or restores an earlier
 * version (`restore`).
 */
export const sectionEditorAction = adminAction(async ({ request, admin }) => {
  const section = requireSection(request)
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
    save: async (value, version, merged) => {
      const { historyEntry } = await currentSite().content.update(section, {
        author: admin.username,
        reason: reasonOfEdit(section.label),
        expectedVersion: version,
        change: () => value,
        create: () => value,
      })
      return savedRedirect(page, { message: section.messages.updated, historyEntry, merged })
    },
  })
})

/** The Markdown text of a content as HTML, so that a browser needs the renderer only once the text is edited. */
function markdownPreview({ body }: Record<string, unknown>) {
  return typeof body === 'string' ? renderMarkdown(body) : undefined
}

function editedContent(section: SectionDefinition<z.ZodObject>) {
  const unreadable = currentSite().content.unreadable(section)
  if (!unreadable) {
    const { value, version } = currentSite().content.read(section)
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
