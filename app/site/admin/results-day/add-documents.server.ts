import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import type { Author } from '#app/cms/platform/author.server.ts'
import { readPostedEdit } from '#app/cms/editing/server/posted-edit.server.ts'
import { saveEdit } from '#app/cms/editing/server/save-edit.server.ts'
import { isKeyTaken, newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { ContentIssue } from '#app/cms/content/store/store.types.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { keyOfTitle } from '#app/cms/define/entry-address.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { fieldLabels, uploadFolders } from '#app/cms/define/walk-schema.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { isPublicDocument } from '#app/site/collections/documents/document-rules.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { periodLabel } from '#app/site/collections/documents/financial-period.ts'
import { RESULT_KINDS, RESULTS_CHECKLIST } from '#app/site/collections/documents/result-kinds.ts'
import type { PublicDocument } from './results-day-kinds.ts'
import { documentsOf, emptyResultsDay, resultsDay, type DocumentOfRow } from './results-day.ts'

const FAILED = 'No document is saved yet'

/** The form that adds the documents of a quarter, with what its fields show first. */
export const addDocumentsLoader = adminLoader('editor', ({ user }) => {
  const needsApproval = currentSite().approvals.isNeededFor(documents.id)
  const known = publicDocuments()
  return {
    id: documents.id,
    list: { label: documents.label, href: `/admin/${documents.id}` },
    failedMessage: FAILED,
    content: emptyResultsDay(known),
    known,
    labels: fieldLabels(resultsDay),
    folders: uploadFolders(resultsDay),
    mayPublish: hasRole(user.role, 'publisher') && !needsApproval,
    needsApproval,
  }
})

/** The public documents on the results of all quarters: the form names those of the quarter that is chosen. */
function publicDocuments(): PublicDocument[] {
  const { content } = currentSite()
  return content.entryKeys(documents).flatMap((key) => {
    const value = content.find(documents.entry(key))?.value
    const kind = RESULT_KINDS.find((one) => one.kind === value?.kind)?.kind
    if (!value || !kind || value.financialYear === '' || !isPublicDocument(value)) return []
    const { title, financialYear, period, date, files } = value
    const href = adminAddress(documents.entry(key, value))
    return [{ kind, title, financialYear, period, date, href, ...(files.length > 0 && { hasFiles: true }) }]
  })
}

/**
 * Makes the documents of the form in one publication (`intent=save`), or their drafts in a release of their own (`draft`,
 * `ask`), and redirects. A refused form is shown again with everything that was typed and its stored files, as `saveEdit`
 * says: then nothing was made.
 */
export const addDocumentsAction = adminAction('editor', addDocuments, { intents: contentIntents })

async function addDocuments({ request, user: sender }: { request: Request; user: User }) {
  const posted = await readPostedEdit({ request, user: sender }, resultsDay)
  const user = askedWith(sender, request, posted.form)
  const isDraft = posted.intent === contentIntents.draft || posted.intent === contentIntents.ask
  // A list button only changes the form.
  const isListButton = posted.intent === undefined && posted.content.has('__intent__')
  if (!isListButton && posted.intent !== contentIntents.save && !isDraft) throw unknownIntent()
  return saveEdit({
    posted,
    schema: resultsDay,
    failedMessage: FAILED,
    baseOf: () => Promise.resolve(undefined),
    async save(form) {
      if (!isDraft && !hasRole(user.role, 'publisher'))
        throw new ExpectedError(403, 'With your role you can save drafts. Nothing was published.')
      const made = await newDocuments(documentsOf(form))
      const name = `Results of ${periodLabel(form.financialYear, form.period)}`
      return isDraft ? saveDrafts(made, { name, author: user }) : publishDocuments(made, user)
    },
  })
}

/** A document that does not exist yet, and the row that it was typed in. */
interface NewDocument extends DocumentOfRow {
  section: Section
  value: Record<string, unknown>
}

/** The documents as their schema has them. Throws InvalidContent, with the fields of the form, if one cannot be made. */
async function newDocuments(rows: readonly DocumentOfRow[]): Promise<NewDocument[]> {
  const made: NewDocument[] = []
  const issues: ContentIssue[] = []
  for (const row of rows) {
    const parsed = documents.schema.safeParse({ address: '', visibility: 'listed', ...row.content })
    if (!parsed.success) {
      issues.push(...parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })).map(at(row)))
      continue
    }
    const { title } = parsed.data
    const taken = refusalOfTitle(title, made)
    const key = taken === undefined ? await newKeyFor(currentSite(), documents, title) : undefined
    const section = key === undefined ? undefined : currentSite().sections.resolve(documents.idPrefix + key)
    if (!section) {
      const message = taken ?? 'Enter a title with at least one letter or digit'
      issues.push({ path: row.fieldOf('title'), message })
      continue
    }
    const own = section.lifecycle?.checkChange?.(parsed.data, undefined) ?? []
    issues.push(...own.map(at(row)))
    if ((section.checkFirst?.(parsed.data) ?? []).length > 0)
      issues.push({ path: row.fieldOf('title'), message: LATIN_TITLE })
    made.push({ ...row, section, value: parsed.data })
  }
  if (issues.length > 0) throw new InvalidContent(documents.id, issues)
  return made
}

const LATIN_TITLE = 'Enter a title in Latin letters: the address is made of it. You can change the title afterwards'

/** Why there cannot be a new document with this title. A form that is sent twice makes its documents once. */
function refusalOfTitle(title: string, others: readonly NewDocument[]) {
  const { noun } = documents
  const key = keyOfTitle(title, noun)
  if (key === undefined) return undefined
  const isTwice = others.some(({ content }) => keyOfTitle(content['title'] as string, noun) === key)
  if (isTwice) return `Another row has the title “${title}”. Enter another title for one of them`
  const { content } = currentSite()
  const isNamed = content.entryKeys(documents).some((known) => {
    const { value } = content.find(documents.entry(known)) ?? {}
    return value !== undefined && keyOfTitle(value.title, noun) === key
  })
  return isNamed || isKeyTaken(currentSite(), documents, key)
    ? `There is a ${noun} with the title “${title}” already. Open it to replace its file, or enter another title`
    : undefined
}

async function publishDocuments(made: readonly NewDocument[], author: Author) {
  const { content, files, flash } = currentSite()
  const changes = made.map(({ section, value }) => ({
    section,
    change: (current: unknown) => {
      if (current !== undefined)
        throw new ExpectedError(409, 'Somebody else has made one of these at the same moment. Nothing was published.')
      return value
    },
  }))
  const staged = await files.stagedFilesOf(made.map(({ value }) => value))
  await atTheirRows(made, () =>
    content.publish(changes, {
      author,
      reason: 'Created',
      id: 'several-entries',
      ...(staged && { files: staged }),
    }),
  )
  const titles = made.map(({ value }) => value['title'] as string).join('; ')
  return flash.flashRedirect(RESULTS_CHECKLIST, {
    kind: 'success',
    message: `${countOf(made.length, documents.noun)} published: ${titles}`,
  })
}

/** Saves the documents as drafts of a release of their own, which publishes all of them at one moment. */
async function saveDrafts(made: readonly NewDocument[], { name, author }: { name: string; author: Author }) {
  const { releases, flash } = currentSite()
  const saved = made.map(({ section, value }) => ({ section, content: value, version: '', expectedRevision: null }))
  const { id: release } = await atTheirRows(made, () => releases.createWithDrafts({ name }, { saved }, author))
  // The form keeps the page where it is scrolled, unless the address names a place.
  return flash.flashRedirect(`/admin/releases/${release}#main`, {
    kind: 'success',
    message: `${countOf(made.length, documents.noun)} saved as drafts in this release. They are not published yet.`,
  })
}

/** Calls `save`. What the store finds wrong with a document is thrown with the fields of its row. */
async function atTheirRows<Result>(made: readonly NewDocument[], save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    const row = error instanceof InvalidContent && made.find(({ section }) => section.id === error.section)
    throw row ? new InvalidContent(error.section, error.issues.map(at(row))) : error
  }
}

function at(row: DocumentOfRow) {
  return ({ path, message }: ContentIssue): ContentIssue => ({ path: row.fieldOf(path), message })
}
