import { adminAddress } from '#app/cms/define/admin-address.ts'
import { newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { EditContext } from './edit-context.server.ts'

/**
 * Where the form of a new entry is saved: at its own address, or at another one if somebody else has made an entry with
 * the same title meanwhile and the author has confirmed that there are to be two. Throws ConfirmationNeeded until then.
 * `content` is what the form would save.
 */
export async function placeToMake(context: EditContext, version: string, content: unknown): Promise<EditContext> {
  const { section, user, release } = context
  const { definition, content: store, drafts, sections } = currentSite()
  const collection = definition.collections.find(({ id }) => id === section.entry?.collection)
  if (!collection || version !== '') return context
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
