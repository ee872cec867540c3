import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import { visibilityOf, type CollectionDefinition, type Visibility } from '#app/cms/define/define-collection.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { sectionsWithHistory } from '#app/cms/content/history/removed-sections.server.ts'
import { undoOfSeveral } from '#app/cms/editing/server/undo-of-several.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The most entries that are changed at one time: those of one page of the list. */
export const MAX_CHOSEN = 50

/** An entry that a person has ticked, in the version that the list has shown. */
interface ChosenEntry {
  section: Section
  version: string
}

/** The ticked entries of a posted list. Throws an ExpectedError if there are none, or too many. */
export function chosenEntries(collection: CollectionDefinition, values: readonly unknown[]): ChosenEntry[] {
  if (values.length === 0) throw new ExpectedError(422, `Select at least one ${collection.noun}. Nothing was changed.`)
  if (values.length > MAX_CHOSEN)
    throw new ExpectedError(422, `Select at most ${MAX_CHOSEN} entries at a time. Nothing was changed.`)
  return values.map((value) => {
    const [key = '', version = ''] = typeof value === 'string' ? value.split(':', 2) : []
    const section = currentSite().sections.resolve(collection.idPrefix + key)
    if (!section?.entry)
      throw new ExpectedError(422, 'One of the selected entries does not exist. Nothing was changed.')
    return { section, version }
  })
}

interface ChangeOptions {
  author: Author
  to: Visibility | 'removed'
}

/**
 * Shows, hides or removes entries, in one publication. Resolves with their number and with the `undo` of all of them.
 * Rejects with an ExpectedError that names the entries which another person has changed, and as `publish` of the store
 * does. Then nothing has changed.
 */
export async function changeEntries(
  collection: CollectionDefinition,
  chosen: readonly ChosenEntry[],
  { author, to }: ChangeOptions,
): Promise<{ count: number; undo: string | undefined }> {
  const { content } = currentSite()
  const refuseChanged = () => {
    const changed = chosen.filter(({ section, version }) => content.find(section)?.version !== version)
    if (changed.length > 0) throw changedSince(changed.map(({ section }) => section.label))
  }
  refuseChanged()
  const published = await content.publish(
    chosen.map(({ section }) => ({
      section,
      change: (current) => {
        // Asked again, because another edit may have been faster.
        refuseChanged()
        return to === 'removed' ? undefined : withVisibility(current, to)
      },
    })),
    { author, reason: REASONS[to](countOf(chosen.length, collection.noun)), id: 'entries' },
  )
  return { count: published.length, undo: undoOfSeveral(published) }
}

const REASONS: Record<ChangeOptions['to'], (count: string) => string> = {
  listed: (count) => `${count} shown`,
  unlisted: (count) => `${count} unlisted`,
  hidden: (count) => `${count} hidden`,
  removed: (count) => `${count} removed`,
}

/**
 * Writes the last valid versions of entries to their missing or broken files, one after the other. Resolves with what is
 * told about it. Rejects with an ExpectedError at the first file that cannot be written: those before it are.
 */
export async function writeBack(
  { noun }: CollectionDefinition,
  chosen: readonly ChosenEntry[],
  { author }: { author: Author },
): Promise<{ kind: 'success'; message: string }> {
  const { content } = currentSite()
  const faulty = new Set(content.faults().flatMap(({ section, servesLastGood }) => (servesLastGood ? section : [])))
  const toWrite = chosen.filter(({ section }) => faulty.has(section.id))
  for (const { section } of toWrite) await content.writeLastGood(section, { author })
  const written = `The last valid ${toWrite.length === 1 ? 'version' : 'versions'} of ${countOf(toWrite.length, noun)}`
  const message =
    toWrite.length === 0
      ? 'The files of the selected entries are already valid'
      : `${written} ${toWrite.length === 1 ? 'was' : 'were'} written to the ${toWrite.length === 1 ? 'file' : 'files'}`
  return { kind: 'success', message }
}

function withVisibility(current: unknown, visibility: Visibility) {
  const content = current as Record<string, unknown>
  return visibilityOf(content) === visibility ? content : { ...content, visibility }
}

function changedSince(labels: readonly string[]) {
  const verb = labels.length === 1 ? 'was' : 'were'
  return new ExpectedError(
    409,
    `${enumerate(labels)} ${verb} changed by someone else since you opened the list. Nothing was changed.`,
  )
}

/**
 * Undoes what `changeEntries` has done, in one publication. Resolves with the number of entries. Rejects with an
 * ExpectedError if one of them has changed since, and then nothing has changed.
 */
export async function undoChange(
  collection: CollectionDefinition,
  undo: string,
  { author }: { author: Author },
): Promise<number> {
  const { content, storage, sections } = currentSite()
  const [first = '', last = '', count = ''] = undo.split('~')
  const edits: { section: Section; id: string; version: string }[] = []
  const changed: string[] = []
  for (const section of await sectionsWithHistory(storage, sections)) {
    if (section.entry?.collection !== collection.id) continue
    const [newest] = await content.history(section, 1)
    if (!newest || newest.id < first) continue
    const isNewest = newest.id <= last
    const edit = isNewest ? newest : (await content.history(section)).find(({ id }) => id >= first && id <= last)
    if (edit?.author !== authorId(author)) continue
    if (!isNewest) changed.push(section.label)
    edits.push({ section, id: edit.id, version: edit.replacedBy })
  }
  if (changed.length > 0) throw changedSince(changed)
  if (edits.length === 0 || edits.length !== Number(count))
    throw new ExpectedError(409, 'This can no longer be undone. Restore the entries from their history.')
  const changes = await Promise.all(
    edits.map(async ({ section, id, version }) => {
      const { value, issues } = await content.past(section, id)
      if (issues.length > 0)
        throw new ExpectedError(
          422,
          `The earlier version of ${section.label} does not match the current fields. Nothing was changed.`,
        )
      return {
        section,
        change: () => {
          if ((content.find(section)?.version ?? version) !== version) throw changedSince([section.label])
          return value
        },
      }
    }),
  )
  const reason = `Change of ${countOf(edits.length, collection.noun)} undone`
  const published = await content.publish(changes, { author, reason, isUndo: true, id: 'undo-entries' })
  return published.length
}
