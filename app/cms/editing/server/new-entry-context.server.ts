import { isDeepStrictEqual } from 'node:util'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { NEW_KEY } from '#app/cms/define/new-key.ts'
import { newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { EditContext } from './edit-context.server.ts'

/**
 * Where the form of a new entry is saved: at its own address, at one that is made of its title if it has none yet, or at
 * another one if somebody else has made an entry with the same title meanwhile and the author has confirmed that there are to be two. Throws ConfirmationNeeded until then.
 * `content` is what the form would save.
 */
export async function contextOfNew(context: EditContext, version: string, content: unknown): Promise<EditContext> {
  const { section, user, release } = context
  const { definition, content: store, drafts, sections } = currentSite()
  const collection = definition.collections.find(({ id }) => id === section.entry?.collection)
  if (!collection) return context
  if (section.entry?.key === NEW_KEY && !store.find(section)) return contextOfUnnamed(context, collection, content)
  if (version !== '') return context
  const published = store.find(section)
  const draft = drafts.find(section, release)
  if (!published && !draft) return context
  const authors = [...(draft?.authors ?? []), ...(await store.history(section, 50)).map(({ author }) => author)]
  if (authors.includes(user.id)) return context
  const title = collection.title(content as Parameters<typeof collection.title>[0])
  const key = await newKeyFor(currentSite(), collection, title)
  if (key === undefined) return context
  user.questions?.require([
    {
      id: `second:${section.id}`,
      text: `Somebody else has made the ${collection.noun} “${title}” while this form was open. You can publish yours as well: its address then ends with ${key}.`,
      href: adminAddress(section),
      name: title,
      confirm: `Make a second ${collection.noun}`,
    },
  ])
  // Of the site, so that it has the title as its label once it is saved.
  const second = sections.resolve(collection.idPrefix + key)
  return second ? { ...context, section: second, page: adminAddress(second) } : context
}

/** Where an entry is saved that has no key yet. A form that was sent twice finds the entry that it has made. */
async function contextOfUnnamed(
  context: EditContext,
  collection: CollectionDefinition,
  content: unknown,
): Promise<EditContext> {
  const { section, user, release } = context
  const { content: store, drafts, sections } = currentSite()
  const isSame = async (entry: Section) => {
    const published = store.find(entry)
    const draft = drafts.find(entry, release)
    if (!isDeepStrictEqual(draft?.content ?? published?.value, content)) return false
    const authors = [...(draft?.authors ?? []), ...(await store.history(entry, 50)).map(({ author }) => author)]
    return authors.every((author) => author === user.id)
  }
  const title = collection.title(content as Parameters<typeof collection.title>[0])
  const key = await newKeyFor(currentSite(), collection, title, isSame)
  const own = key === undefined ? undefined : sections.resolve(collection.idPrefix + key)
  if (!own)
    throw new InvalidContent(section.id, [
      {
        path: 'title' in section.schema.shape ? 'title' : '',
        message: 'Enter a title with at least one letter or digit',
      },
    ])
  return { ...context, section: own, page: adminAddress(own) }
}

/** The version that the form of `from` expects where it is saved: none for an entry that this save makes. */
export function versionAt({ section, release }: EditContext, from: EditContext, version: string): string {
  const { content, drafts } = currentSite()
  const isMade = section !== from.section && !content.find(section) && !drafts.find(section, release)
  return isMade ? '' : version
}
