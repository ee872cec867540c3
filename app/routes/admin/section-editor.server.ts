import { adminAction, adminLoader } from '#app/auth/guard.server.ts'
import { usedFiles } from '#app/media/used-files.server.ts'
import { linkTargets } from '#app/sections/internal-links.server.ts'
import { productChoices } from '#app/sections/product-page/product-catalog.server.ts'
import { findEditor } from '#app/sections/registry.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { readPostedEdit } from './posted-edit.server.ts'
import { previewEdit } from './preview-edit.server.ts'
import { saveEdit } from './save-edit.server.ts'
import { savedRedirect } from './saved-redirect.server.ts'
import { latestEdits, reasonOfEdit, restoreEdit } from './section-history.server.ts'

/**
 * A section's content with its version, the files it uses, the products it can use, its latest edits, and what is wrong with
 * its file.
 */
export const sectionEditorLoader = adminLoader(async ({ params }) => {
  const { section } = requireEditor(params['section'])
  const { value: content, version } = siteContent.read(section)
  const fault = siteContent.faults().find((candidate) => candidate.section === section.id)
  return {
    id: section.id,
    content,
    version,
    fault,
    ...usedFiles(content),
    products: productChoices(),
    linkTargets: linkTargets(),
    ...(await latestEdits(section)),
  }
})

/**
 * Saves a section (`intent=save` or none, as conform's list buttons), shows the form again (`preview`), or brings an earlier
 * state back (`restore`).
 */
export const sectionEditorAction = adminAction(async ({ request, params, admin }) => {
  const { section, complete } = requireEditor(params['section'])
  const page = `/admin/${section.id}`
  const received = await readPostedEdit(request, section.schema)
  const posted = { ...received, ...complete?.(received) }
  if (posted.intent === 'restore') return restoreEdit(section, posted, admin.username, page)
  if (posted.intent === 'preview') return previewEdit(posted, section.schema)
  return saveEdit({
    posted,
    schema: section.schema,
    failedMessage: section.messages.failed,
    partOf: (content) => content,
    save: async (value, version, taken) => {
      const { historyEntry } = await siteContent.update(section, {
        author: admin.username,
        reason: reasonOfEdit(section.label),
        expectedVersion: version,
        change: () => value,
      })
      return savedRedirect(page, { message: section.messages.updated, historyEntry, taken })
    },
  })
})

function requireEditor(id: string | undefined) {
  const editor = findEditor(id)
  if (!editor) throw new Response('There is no such section.', { status: 404 })
  return editor
}
