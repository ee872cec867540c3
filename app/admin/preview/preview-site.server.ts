import type { ContentStore } from '#app/content/store/store.types.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { openProductCatalog } from '#app/sections/product-page/product-catalog.server.ts'
import type { Site } from '#app/site.server.ts'

/** Content that a preview shows in place of what is saved. */
export interface PreviewedContent {
  section: SectionDefinition
  /** As the schema of the section yields it. */
  value: unknown
}

/** The site as it would be with other content of one section. It shares everything else with `site`, and saves nothing. */
export function previewSite(site: Site, previewed: PreviewedContent): Site {
  const content = previewStore(site.content, previewed)
  return { ...site, content, media: site.media.forStaff, products: openProductCatalog(content) }
}

function previewStore(store: ContentStore, { section: previewed, value }: PreviewedContent): ContentStore {
  function find<Section extends SectionDefinition>(section: Section) {
    if (section.id !== previewed.id) return store.find(section)
    // The section with this id is the one whose schema has made the value.
    return { value: value as ContentOf<Section>, version: 'preview' }
  }
  return {
    find,
    read: (section) => find(section) ?? store.read(section),
    brokenFile: (section) => (section.id === previewed.id ? undefined : store.brokenFile(section)),
    faults: () => store.faults(),
    history: (section) => store.history(section),
    past: (section, entryId) => store.past(section, entryId),
    pastTexts: (section, entryId) => store.pastTexts(section, entryId),
    update: refuseEdit,
    publish: refuseEdit,
    finishPublications: () => Promise.resolve(),
    restore: refuseEdit,
    writeLastGood: refuseEdit,
    // It lives as long as one page is rendered, and nothing changes it.
    subscribe: () => () => undefined,
    close: () => Promise.resolve(),
  }
}

function refuseEdit(): Promise<never> {
  return Promise.reject(new Error('A preview saves nothing'))
}
