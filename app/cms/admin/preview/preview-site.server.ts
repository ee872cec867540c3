import { ContentUnavailable } from '#app/cms/content/store/errors.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { derivedRedirects } from '#app/cms/content/redirects/derived-redirects.server.ts'
import { keyOfId, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { createSiteReader } from '#app/cms/define/content-reader.ts'
import { openSiteSections } from '#app/cms/define/site-sections.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { withFocusPoints } from '#app/cms/media/focus/with-focus-points.ts'
import type { Site } from '#app/cms/site.server.ts'

/**
 * Content that is shown in place of the saved content, by the id of the section, as the section's schema outputs it.
 * Undefined if the section has no content that can be shown.
 */
export type ShownContent = ReadonlyMap<string, unknown>

/**
 * The site with other content of some sections. It shares everything else with `site`, and saves nothing. Its sections
 * have the addresses that follow from the content that is shown.
 */
export function previewSite(site: Site, shown: ShownContent, pageBase = ''): Site {
  const content = previewStore(site.content, shown)
  const { forStaff } = site.media
  const media = shown.has(focusPoints.id) ? withFocusPoints(forStaff, content) : forStaff
  const sections = openSiteSections(site.definition, () => content)
  return { ...site, pageBase, content, media, sections, service: createSiteReader(content).service }
}

/**
 * The content that is shown, with the redirects as its publication would have them: `goTo` says where visitors of a
 * removed page go, by the id of its section.
 */
export function withRedirects(
  { content, definition }: Pick<Site, 'content' | 'definition'>,
  shown: ShownContent,
  goTo: ReadonlyMap<string, string>,
): ShownContent {
  const redirects = derivedRedirects(definition)
  if (!redirects) return shown
  const { section } = redirects
  const preview = previewStore(content, shown)
  const change = redirects.derive({
    before: (one) => content.find(one)?.value,
    after: (one) => preview.find(one)?.value,
    entryKeys: (collection) => preview.entryKeys(collection),
    changed: [...shown.keys()],
    goTo,
    isUndo: false,
    time: new Date(),
  })
  const current = preview.find(section)?.value
  return change && current !== undefined ? new Map([...shown, [section.id, change.change(current)]]) : shown
}

function previewStore(store: ContentStore, shown: ShownContent): ContentStore {
  function find<Section extends SectionDefinition>(section: Section) {
    if (!shown.has(section.id)) return store.find(section)
    const value = shown.get(section.id)
    // The schema of the section with this id has produced the value.
    return value === undefined ? undefined : { value: value as ContentOf<Section>, version: 'preview' }
  }
  return {
    find,
    entryKeys: (collection) => entryKeysWith(store.entryKeys(collection), collection, shown),
    read(section) {
      const found = find(section)
      if (!found) throw new ContentUnavailable(section.id)
      return found
    },
    refusalOf: (next) => store.refusalOf(next),
    brokenFile: (section) => (shown.has(section.id) ? undefined : store.brokenFile(section)),
    faults: () => store.faults(),
    lastChange: (section) => store.lastChange(section),
    history: (section, newest) => store.history(section, newest),
    latestEdits: (sections, count) => store.latestEdits(sections, count),
    readHistory: () => store.readHistory(),
    past: (section, entryId) => store.past(section, entryId),
    pastTexts: (section, entryId) => store.pastTexts(section, entryId),
    update: refuseEdit,
    remove: refuseEdit,
    publish: refuseEdit,
    stage: refuseEdit,
    followPublications: () => Promise.resolve(),
    completePublications: () => Promise.resolve(),
    recoverPublications: () => Promise.resolve(),
    restore: refuseEdit,
    writeLastGood: refuseEdit,
    // The store exists only while one page is rendered, and nothing changes it.
    subscribe: () => () => undefined,
    close: () => Promise.resolve(),
  }
}

/** The keys with those of the entries that are shown, and without those that have no content in the preview. */
function entryKeysWith(keys: readonly string[], collection: CollectionDefinition, shown: ShownContent) {
  const next = new Set(keys)
  for (const [id, value] of shown) {
    const key = keyOfId(collection, id)
    if (key === undefined) continue
    if (value === undefined) next.delete(key)
    else next.add(key)
  }
  return [...next].sort()
}

function refuseEdit(): Promise<never> {
  return Promise.reject(new Error('A preview saves nothing'))
}
