import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import type { z } from 'zod'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { isEntryKey, visibilityOf } from '#app/cms/define/define-collection.ts'
import { NEW_KEY } from '#app/cms/define/new-key.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { newEntry, wholeForm } from '#app/cms/editing/server/content-change.server.ts'
import { draftsOfSection, editorAddress, requireRelease } from '#app/cms/editing/server/draft-ref.server.ts'
import { draftToEdit, viewOfDraft } from '#app/cms/admin/editor/draft/draft-view.server.ts'
import { editContent } from '#app/cms/editing/server/edit-content.server.ts'
import { editContext } from '#app/cms/editing/server/edit-context.server.ts'
import { readPostedEdit } from '#app/cms/editing/server/posted-edit.server.ts'
import { entryChoices } from '#app/cms/admin/editor/entry-choices.server.ts'
import { latestEdits } from '#app/cms/editing/server/section-history.server.ts'
import { loadPresence } from '#app/cms/admin/presence/presence.server.ts'
import { releasesOfSection } from '#app/cms/admin/releases/release-state.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { isPreviewClosed, rememberedShare } from '#app/cms/editing/preview/preview-choice.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { usedFiles } from '#app/cms/media/library/used-files.server.ts'
import { orderOfAll } from '#app/cms/define/in-entry-order.ts'
import { fieldLabels, imageWidths, uploadFolders } from '#app/cms/define/walk-schema.ts'
import { whereShown } from '#app/cms/define/public-pages.ts'
import { longLists } from '#app/cms/define/list-length.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { fieldAt } from '#app/cms/platform/http/form-envelope.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { addedRow } from './added-row.server.ts'
import { formOfBrokenFile, LAST_VALID } from './broken-file.server.ts'

/** In the address of a new entry whose form opens within the list. */
const STARTS_NEW = 'add'

/**
 * A section for its editor: its label and public page, its content with its version, the files it uses, and its latest
 * edits. If its file cannot be used, `broken` describes the errors, and the form shows the
 * values of the file, with the errors of its fields in `invalidFields`, or the last valid version (`?start=last-valid`). If the
 * section has a draft, the form shows the draft, merged with the published content, unless `?draft=no`.
 */
export const sectionEditorLoader = adminLoader('editor', async ({ request, user }) => {
  const section = requireSection(request)
  const { collections } = currentSite().definition
  const query = new URL(request.url).searchParams
  const within = collections.find(({ id }) => id === section.entry?.collection)
  if (within?.form.opensIn && section.entry?.key === NEW_KEY)
    throw redirect(`/admin/${within.id}/${randomUUID()}?${STARTS_NEW}=yes`)
  const startsFromFile = query.get('start') !== LAST_VALID
  const form = formOfBrokenFile(section, { startsFromFile })
  const release = requireRelease(query.get('release'))
  const isSaved = currentSite().content.find(section) !== undefined || form !== undefined
  if (section.entry && !isSaved && release === undefined) {
    const [first] = draftsOfSection(section)
    if (first?.release !== undefined) throw redirect(editorAddress(first))
  }
  const effective = form ? undefined : currentSite().drafts.effective(section, release)
  const needsApproval = currentSite().approvals.isNeeded(section)
  const presence = loadPresence({ section: section.id, release }, user.id)
  const isDraftHidden = query.get('draft') === 'no'
  const removes = effective !== undefined && effective.value === undefined
  const draft = effective && !isDraftHidden && !removes ? draftToEdit(section, effective) : undefined
  const current = currentSite().content.find(section)
  const published = form ?? current
  const started = section.entry && { value: startedEntry(section, query), version: '' }
  const { value, version } = draft ?? published ?? started ?? currentSite().content.read(section)
  const ordered = collections.find(({ id }) => id === section.orderOf)
  const shownContent: Record<string, unknown> = {
    ...asRecord(ordered ? orderOfAll(ordered, currentSite().content, value) : value),
    ...(current && filledIn(section, query, current.value)),
  }
  const added = addedRow(section, query, shownContent)
  const content = { ...shownContent, ...added?.fields }
  const invalidFields = form?.invalidFields ?? draft?.invalidFields ?? longListErrors(section, content, version)
  const entry = entryView(section, content, { isGone: !published && !effective && !query.has(STARTS_NEW) })
  await currentSite().releaseWatch.current()
  return {
    releases: releasesOfSection(section, release),
    id: section.id,
    label: entry?.exists === false && !effective ? `New ${entry.noun}` : section.label,
    failedMessage:
      entry?.exists === false && !entry.opensIn ? `The new ${entry.noun} is not saved yet` : section.messages.failed,
    folders: uploadFolders(section.schema),
    widths: imageWidths(section.schema),
    setsFocus: currentSite().definition.sections.includes(focusPoints),
    labels: fieldLabels(section.schema),
    entry,
    list: listOf(section),
    page: pageWith(section),
    shown: whereShown(section, currentSite().definition),
    content,
    /** The row that the address has added, its first field, and the content without it. */
    added: added && { row: added.row, field: added.field, before: shownContent },
    version,
    publishedVersion: published?.version ?? '',
    // A draft of a release is published with the release.
    mayPublish: hasRole(user.role, 'publisher') && release === undefined && !needsApproval,
    needsApproval,
    approval: noteOfApproval({ section, release }),
    release:
      release === undefined ? undefined : { id: release, name: currentSite().releases.find(release)?.name ?? '' },
    href: editorAddress({ section, release }),
    draft: effective && { ...viewOfDraft(section, effective), removes },
    isDraftHidden,
    opensPreview: !isPreviewClosed(request.headers.get('cookie')),
    previewShare: rememberedShare(request.headers.get('cookie')),
    isConfirmingDiscard: query.get('confirm') === 'discard',
    presence,
    preview: markdownPreview(content),
    broken: form?.broken,
    invalidFields: invalidFields && { ...invalidFields, preview: markdownPreview(content) },
    ...usedFiles(content, currentSite().media.forStaff),
    linkTargets: currentSite().links.linkTargets(),
    entryChoices: entryChoices(section.schema),
    ...(await latestEdits(section)),
  }
})

/** The errors of the form at the lists that are too long; undefined if there are none. The form can be saved with them. */
function longListErrors({ schema }: SectionDefinition, content: unknown, version: string): SaveReply | undefined {
  const lists = longLists(schema, content)
  if (lists.length === 0) return undefined
  const error = Object.fromEntries(lists.map(({ path, message }) => [fieldAt(path), [message]]))
  return { result: { status: 'error', error }, version }
}

/** Does what the form of a section asks for: see {@link editContent}. */
export const sectionEditorAction = adminAction('editor', editSection, { intents: contentIntents })

async function editSection(asked: { request: Request; user: User }) {
  const section = requireSection(asked.request)
  const posted = await readPostedEdit(asked, section.schema, section.preprocess)
  return editContent(contextOf(section, asked), posted, wholeForm(section))
}

/** A form within a list closes when it is saved. */
function contextOf(section: Section, asked: { request: Request; user: User }) {
  const context = editContext(section, asked)
  const { collections } = currentSite().definition
  const collection = collections.find(({ id }) => id === section.entry?.collection)
  return collection?.form.opensIn ? { ...context, page: `/admin/${collection.id}` } : context
}

/** The Markdown text of a content as HTML, so that a browser loads the renderer only when the text is edited. */
function markdownPreview({ body }: Record<string, unknown>) {
  return typeof body === 'string' ? renderMarkdown(body, { firstHeading: 2 }) : undefined
}

/** Where visitors see a section, or an entry at its place in the list. */
function pageWith({ entry, page }: Section) {
  const site = currentSite()
  const collection = site.definition.collections.find(({ id }) => id === entry?.collection)
  if (!entry || !collection || collection.page) return page
  const listed = pagesOf(site, collection).listed()
  const at = listed.findIndex(({ key }) => key === entry.key)
  return collection.shownOn(at === -1 ? listed.length : at, entry.key)
}

/** What the screen shows of an entry besides its form. Undefined for another section. */
function entryView(section: SectionDefinition, shown: Record<string, unknown>, { isGone }: { isGone: boolean }) {
  const { content, definition } = currentSite()
  const collection = definition.collections.find(({ id }) => id === section.entry?.collection)
  if (!collection || !section.entry) return undefined
  const { value } = content.find(section) ?? {}
  const isUnnamed = value === undefined && section.entry.key === NEW_KEY
  return {
    key: section.entry.key,
    /** True if its key is made of its title when it is saved first. */
    isUnnamed,
    noun: collection.noun,
    opensIn: collection.form.opensIn,
    below: collection.page?.below,
    exists: value !== undefined,
    /** True for the form of an entry within a list that is not there any more. */
    isGone: isGone && collection.form.opensIn !== undefined,
    /** What to type for the address before the first publication; undefined if the title gives one. */
    toType:
      value === undefined && typeof shown['title'] === 'string' ? section.checkFirst?.(shown)[0]?.message : undefined,
    /** The address of its page as the form has it; undefined if entries have none, or if it has no title yet. */
    address:
      collection.page && !isUnnamed
        ? `${collection.page.below}/${collection.addressOf(section.entry.key, asRecord(shown))}`
        : undefined,
    /** True if visitors can see it: on its own page, or on the one that shows all entries. */
    isPublic:
      value !== undefined &&
      (collection.page ? visibilityOf(value) !== 'hidden' : visibilityOf(value) === 'listed') &&
      !collection.hasEnded(asRecord(value)),
  }
}

/** The form of an entry that does not exist yet: empty, or a copy of another one, with the title of the address. */
function startedEntry(section: Section, query: URLSearchParams) {
  const { content, definition } = currentSite()
  const title = query.get('title') ?? undefined
  const collection = definition.collections.find(({ id }) => id === section.entry?.collection)
  const given = {
    ...(title !== undefined && { title }),
    ...filledIn(section, query),
  }
  const from = query.get('from')
  const copied = collection && from !== null && isEntryKey(from) ? content.find(collection.entry(from)) : undefined
  if (!copied) return newEntry(section, given)
  const hasTitle = 'title' in copied.value
  return { ...copied.value, address: '', ...(hasTitle && title !== undefined && { title }) }
}

/** What the address of the form of a new entry, or of the `published` one, fills in. Values that do not fit are left out. */
function filledIn({ entry, schema }: Section, query: URLSearchParams, published?: Record<string, unknown>) {
  const form = currentSite().definition.collections.find(({ id }) => id === entry?.collection)?.form
  const values = Object.entries((published ? form?.restore(published, query) : form?.prefill(query)) ?? {})
  return Object.fromEntries(
    values.filter(([name, value]) => value !== undefined && (schema.shape[name] as z.ZodType).safeParse(value).success),
  )
}

/** The list that the screen of an entry, or of the order of entries, leads back to. */
function listOf({ entry, orderOf }: SectionDefinition) {
  const { collections } = currentSite().definition
  const collection = collections.find(({ id }) => id === (entry?.collection ?? orderOf))
  return collection && { label: collection.label, href: `/admin/${collection.id}` }
}

/** The section whose editor has this address. Each section has a route of its own, so there is no route parameter. */
function requireSection(request: Request) {
  const { definition, sections } = currentSite()
  const [, , first, key] = new URL(request.url).pathname.split('/')
  const collection = definition.collections.find(({ id }) => id === first)
  const section = sections.resolve(collection ? collection.idPrefix + (key ?? '') : first)
  // What the site itself writes has no form, and an entry has its form below its collection.
  if (section?.editor === undefined || (!collection && section.entry))
    throw new Response('There is no such section.', { status: 404 })
  return section
}
