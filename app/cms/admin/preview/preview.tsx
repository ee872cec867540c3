import { parseWithZod } from '@conform-to/zod/v4'
import type { AppLoadContext } from '@remix-run/node'
import { readUnsavedEdit, type PostedEdit } from '#app/cms/editing/server/posted-edit.server.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { currentSite, withSite, type Site } from '#app/cms/site.server.ts'
import { visibilityOf, type Visibility } from '#app/cms/define/define-collection.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { z } from 'zod'
import { PreviewHead, PreviewNotice } from './preview-notice.tsx'
import { previewSite } from './preview-site.server.ts'

type Section = SectionDefinition<z.ZodObject>

/**
 * The public page of a section with its saved content: a frame shows it until the values of the form arrive. With
 * `?draft=yes`, the page with the section's draft outside any release; throws 404 if there is none.
 */
export const loader = adminLoader('editor', ({ request, params, context }) => {
  const section = requireSection(params['section'])
  const site = currentSite()
  if (new URL(request.url).searchParams.get('draft') !== 'yes') {
    const saved = site.content.find(section)?.value
    const shown = isHiddenEntry(section, saved) ? previewSite(site, shownTo(section, saved)) : site
    return renderPreview(shown, { section, request, context })
  }
  const draft = site.drafts.effective(section)
  if (!draft) throw new Response('There is no draft of this section outside a release.', { status: 404 })
  const { data: value, error } = section.schema.safeParse(draft.value)
  const errors = error?.issues.map(({ message }) => message)
  const shown = errors ? site : previewSite(site, shownTo(section, value))
  return renderPreview(shown, { section, request, context, errors })
})

/**
 * The public page of a section with the values of its form, which are not saved. If the form has errors, a frame
 * (`?view=frame`) gets their number, as JSON with status 200, because the person is still typing. A tab shows the saved
 * content and the errors.
 */
export const action = adminAction('editor', async ({ request, params, context }) => {
  const section = requireSection(params['section'])
  const { value, errors } = previewedValue(section, await readUnsavedEdit(request, section.preprocess))
  const site = currentSite()
  if (errors.length === 0) {
    return renderPreview(previewSite(site, shownTo(section, value)), { section, request, context })
  }
  if (isForFrame(request)) return Response.json({ errors: errors.length })
  return renderPreview(site, { section, request, context, errors })
})

/** What a preview shows of the section: also an entry that visitors do not find, so that staff see its page. */
function shownTo(section: Section, value: unknown) {
  const seen = isHiddenEntry(section, value)
    ? { ...asRecord(value), visibility: 'unlisted' satisfies Visibility }
    : value
  return new Map([[section.id, seen]])
}

function isHiddenEntry({ entry }: Section, value: unknown) {
  return entry !== undefined && value !== undefined && visibilityOf(value) === 'hidden'
}

/** The content of the section after a save of the form, or the errors of the form. */
function previewedValue(section: Section, { content }: PostedEdit): { value?: unknown; errors: string[] } {
  const submission = parseWithZod(content, { schema: section.schema })
  if (submission.status !== 'success') {
    const errors = Object.values(submission.error ?? {}).flatMap((messages) => messages ?? [])
    return { errors: errors.length > 0 ? errors : ['The form is not complete'] }
  }
  return { value: submission.value, errors: [] }
}

interface PreviewOptions {
  section: Section
  request: Request
  context: AppLoadContext
  /** Why the values of the form are not shown. */
  errors?: readonly string[] | undefined
}

async function renderPreview(site: Site, { section, request, context, errors = [] }: PreviewOptions) {
  if (!site.renderPage) throw new Error('The site cannot render pages yet')
  // What is shown may have given the entry another address.
  const [page = '/'] = (site.sections.resolve(section.id) ?? section).page.split('#')
  const preview = {
    head: <PreviewHead opensTabs />,
    notice: isForFrame(request) ? undefined : <PreviewNotice label={section.label} page={page} errors={errors} />,
  }
  const { renderPage } = site
  const render = (address: string) =>
    withSite(site, () => renderPage(new Request(new URL(address, request.url)), { ...context, preview }))
  const found = await render(page)
  // The address of an entry by its key may lead to its page.
  const to = found.headers.get('Location')
  const response = to?.startsWith('/') ? await render(to) : found
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Robots-Tag', 'noindex, nofollow')
  // The page of a new entry does not exist yet. The frame keeps its head, and gets the form's values next.
  return isForFrame(request) ? new Response(response.body, { headers: response.headers }) : response
}

function isForFrame(request: Request) {
  return new URL(request.url).searchParams.get('view') === 'frame'
}

function requireSection(id: string | undefined): Section {
  const section = currentSite().sections.resolve(id)
  if (!section) throw new Response('There is no such section.', { status: 404 })
  return section
}
