import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import type { Author } from '#app/cms/platform/author.server.ts'
import { readPostedEdit } from '#app/cms/editing/server/posted-edit.server.ts'
import { saveEdit } from '#app/cms/editing/server/save-edit.server.ts'
import { isKeyTaken, newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { ContentIssue } from '#app/cms/content/store/store.types.ts'
import { keyOfTitle } from '#app/cms/define/entry-address.ts'
import { severalAddress, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import type { EntryOfRow, SeveralEntries } from '#app/cms/define/several-rows.ts'
import { fieldLabels, uploadFolders } from '#app/cms/define/walk-schema.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { requireCollection } from './collection.server.ts'

/** The form that makes several entries at once, with what its fields show first. */
export const severalEntriesLoader = adminLoader('editor', ({ request, user }) => {
  const { collection, several } = requireSeveral(request)
  const needsApproval = currentSite().approvals.isNeededFor(collection.id)
  return {
    id: collection.id,
    label: several.label,
    note: several.note,
    list: { label: collection.label, href: `/admin/${collection.id}` },
    href: severalAddress(collection.id),
    failedMessage: failedMessage(collection),
    content: { ...several.beginsWith() },
    labels: fieldLabels(several.schema),
    folders: uploadFolders(several.schema),
    mayPublish: hasRole(user.role, 'publisher') && !needsApproval,
    needsApproval,
  }
})

/**
 * Makes the entries of the form in one publication (`intent=save`), or their drafts in a release of their own (`draft`,
 * `ask`), and redirects. A refused form is shown again with everything that was typed and its stored files, as `saveEdit`
 * says: then nothing was made.
 */
export const severalEntriesAction = adminAction('editor', makeSeveral, { intents: contentIntents })

async function makeSeveral({ request, user: sender }: { request: Request; user: User }) {
  const { collection, several } = requireSeveral(request)
  const posted = await readPostedEdit({ request, user: sender }, several.schema)
  const user = askedWith(sender, request, posted.form)
  const isDraft = posted.intent === contentIntents.draft || posted.intent === contentIntents.ask
  // A list button only changes the form.
  const isListButton = posted.intent === undefined && posted.content.has('__intent__')
  if (!isListButton && posted.intent !== contentIntents.save && !isDraft) throw unknownIntent()
  return saveEdit({
    posted,
    schema: several.schema,
    failedMessage: failedMessage(collection),
    baseOf: () => Promise.resolve(undefined),
    async save(form) {
      if (!isDraft && !hasRole(user.role, 'publisher'))
        throw new ExpectedError(403, 'With your role you can save drafts. Nothing was published.')
      const entries = await newEntries(collection, several.entriesOf(form))
      return isDraft
        ? saveDrafts(collection, entries, { name: several.releaseName(form), author: user })
        : publishEntries(collection, entries, user)
    },
  })
}

/** An entry that does not exist yet, and the row that it was typed in. */
interface NewEntry extends EntryOfRow {
  section: Section
  value: Record<string, unknown>
}

/** The entries as their schema has them. Throws InvalidContent, with the fields of the form, if one cannot be made. */
async function newEntries(collection: CollectionDefinition, rows: readonly EntryOfRow[]): Promise<NewEntry[]> {
  const entries: NewEntry[] = []
  const issues: ContentIssue[] = []
  for (const row of rows) {
    const parsed = collection.schema.safeParse({ address: '', visibility: 'listed', ...row.content })
    if (!parsed.success) {
      issues.push(...parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })).map(at(row)))
      continue
    }
    const title = collection.title(parsed.data)
    const taken = refusalOfTitle(collection, title, entries)
    const key = taken === undefined ? await newKeyFor(currentSite(), collection, title) : undefined
    const section = key === undefined ? undefined : currentSite().sections.resolve(collection.idPrefix + key)
    if (!section) {
      const message = taken ?? 'Enter a title with at least one letter or digit'
      issues.push({ path: row.fieldOf('title'), message })
      continue
    }
    const own = section.checkChange?.(parsed.data, undefined) ?? []
    issues.push(...own.map(at(row)))
    if ((section.checkFirst?.(parsed.data) ?? []).length > 0)
      issues.push({ path: row.fieldOf('title'), message: LATIN_TITLE })
    entries.push({ ...row, section, value: parsed.data })
  }
  if (issues.length > 0) throw new InvalidContent(collection.id, issues)
  return entries
}

const LATIN_TITLE = 'Enter a title in Latin letters: the address is made of it. You can change the title afterwards'

/** Why there cannot be a new entry with this title. A form that is sent twice makes its entries once. */
function refusalOfTitle(collection: CollectionDefinition, title: string, others: readonly NewEntry[]) {
  const { noun } = collection
  const key = keyOfTitle(title, noun)
  if (key === undefined) return undefined
  const isTwice = others.some(({ value }) => keyOfTitle(collection.title(value), noun) === key)
  if (isTwice) return `Another row has the title “${title}”. Enter another title for one of them`
  const { content } = currentSite()
  const isNamed = content.entryKeys(collection).some((known) => {
    const { value } = content.find(collection.entry(known)) ?? {}
    return value !== undefined && keyOfTitle(collection.title(value), noun) === key
  })
  return isNamed || isKeyTaken(currentSite(), collection, key)
    ? `There is a ${noun} with the title “${title}” already. Open it to replace its file, or enter another title`
    : undefined
}

async function publishEntries(collection: CollectionDefinition, entries: readonly NewEntry[], author: Author) {
  const { content, files, flash } = currentSite()
  const changes = entries.map(({ section, value }) => ({
    section,
    change: (current: unknown) => {
      if (current !== undefined)
        throw new ExpectedError(409, 'Somebody else has made one of these at the same moment. Nothing was published.')
      return value
    },
  }))
  const staged = await files.stagedFilesOf(entries.map(({ value }) => value))
  const made = countOf(entries.length, collection.noun)
  await atTheirRows(entries, () =>
    content.publish(changes, {
      author,
      reason: 'Created',
      id: 'several-entries',
      ...(staged && { files: staged }),
    }),
  )
  const titles = entries.map(({ value }) => collection.title(value)).join('; ')
  return flash.flashRedirect(collection.guide?.href ?? `/admin/${collection.id}`, {
    kind: 'success',
    message: `${made} published: ${titles}`,
  })
}

/** Saves the entries as drafts of a release of their own, which publishes all of them at one moment. */
async function saveDrafts(
  { noun }: CollectionDefinition,
  entries: readonly NewEntry[],
  { name, author }: { name: string; author: Author },
) {
  const { releases, flash } = currentSite()
  const saved = entries.map(({ section, value }) => ({ section, content: value, version: '', expectedRevision: null }))
  const { id: release } = await atTheirRows(entries, () => releases.createWithDrafts({ name }, { saved }, author))
  return flash.flashRedirect(`/admin/releases/${release}`, {
    kind: 'success',
    message: `${countOf(entries.length, noun)} saved as drafts in this release. They are not published yet.`,
  })
}

/** Calls `save`. What the store finds wrong with an entry is thrown with the fields of its row. */
async function atTheirRows<Result>(entries: readonly NewEntry[], save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    const row = error instanceof InvalidContent && entries.find(({ section }) => section.id === error.section)
    throw row ? new InvalidContent(error.section, error.issues.map(at(row))) : error
  }
}

function at(row: EntryOfRow) {
  return ({ path, message }: ContentIssue): ContentIssue => ({ path: row.fieldOf(path), message })
}

function failedMessage({ noun }: CollectionDefinition) {
  return `No ${noun} is saved yet`
}

function requireSeveral(request: Request): { collection: CollectionDefinition; several: SeveralEntries } {
  const collection = requireCollection(request)
  const { several } = collection
  if (!several) throw new Response('There is no such page.', { status: 404 })
  return { collection, several }
}
