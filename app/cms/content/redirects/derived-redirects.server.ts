import type { ContentChange, DerivedContent, ReadContent } from '#app/cms/define/derived-content.ts'
import type { PageRedirect } from '#app/cms/define/page-redirects.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { withMoves, withoutMoves } from './page-moves.server.ts'

/** Addresses of pages by names that never change. */
type Paths = Map<string, string>

type SiteOfPages = Pick<SiteDefinition, 'redirects' | 'collections' | 'findSection'>

/**
 * The redirects of a site, which are derived from changed addresses and removed pages. They are published together with that
 * change. Undefined if the site has none.
 */
export function derivedRedirects(definition: SiteOfPages): DerivedContent | undefined {
  const { redirects } = definition
  if (!redirects) return undefined
  const { section, field, others = [], isOwnAddress } = redirects
  return {
    section,
    derive(change) {
      const { before, after, isUndo, goTo } = change
      const earlier = pathsOf(definition, change, before)
      const later = pathsOf(definition, change, after)
      const insteadOf = new Map<string, string>()
      others.forEach(({ paths, instead }, index) => {
        const [pathsBefore, pathsAfter] = [paths(before, change), paths(after, change)]
        // Content that cannot be read has not lost its pages.
        if (!pathsBefore || !pathsAfter) return
        for (const [name, path] of pathsBefore) {
          earlier.set(otherName(index, name), path)
          insteadOf.set(otherName(index, name), instead)
        }
        for (const [name, path] of pathsAfter) later.set(otherName(index, name), path)
      })
      const served = new Set(later.values())
      const moved = new Map<string, string>()
      const removed = new Map<string, string>()
      for (const [name, path] of earlier) {
        // A file by hand may have named an address of the site itself, where its page never was.
        if (served.has(path) || isOwnAddress(path) || isOfEntry(definition, change, path)) continue
        const next = later.get(name)
        if (next !== undefined) moved.set(path, next)
        else removed.set(path, insteadOf.get(name) ?? goTo.get(name) ?? '')
      }
      const known = new Set(earlier.values())
      const back = new Set(isUndo ? [...served].filter((path) => !known.has(path)) : [])
      if (moved.size + removed.size + back.size === 0) return undefined
      return {
        reason: reasonOf(change, removed.size > 0),
        change(current) {
          const content = current as Record<string, unknown>
          const list = content[field] as PageRedirect[]
          const next = isUndo ? withoutMoves(list, { moved }, back) : withMoves(list, { moved, removed })
          return { ...content, [field]: next }
        },
      }
    },
  }
}

/** No id of a section contains a slash. */
function otherName(index: number, name: string) {
  return `${index}/${name}`
}

function reasonOf({ isUndo }: ContentChange, isRemoval: boolean) {
  if (isUndo) return 'Redirects changed back with an address'
  return isRemoval ? 'Redirect added for a removed page' : 'Redirect added for a changed address'
}

/** True if an entry has the page at this address after the change. */
function isOfEntry({ collections }: SiteOfPages, { after, entryKeys }: ContentChange, path: string): boolean {
  return collections.some((collection) => {
    const below = `${collection.page?.below}/`
    if (!collection.page || !path.startsWith(below)) return false
    return entryKeys(collection).some((key) => {
      const content = after(collection.entry(key))
      return content !== undefined && `${below}${collection.addressOf(key, content)}` === path
    })
  })
}

/** The addresses of the changed entries, hidden ones among them: they may be shown again. */
function pathsOf({ collections, findSection }: SiteOfPages, { changed }: ContentChange, read: ReadContent): Paths {
  const paths: Paths = new Map()
  for (const id of changed) {
    const section = findSection(id)
    const collection = collections.find((one) => one.id === section?.entry?.collection)
    if (!section?.entry || !collection?.page) continue
    const content = read(section)
    if (content) paths.set(id, `${collection.page.below}/${collection.addressOf(section.entry.key, content)}`)
  }
  return paths
}
