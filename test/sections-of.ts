import type { Section } from '#app/cms/define/define-site.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'

/** The sections of a site that has only these, and no collection. */
export function sectionsOf(...sections: readonly Section[]): SiteSections {
  return {
    all: () => sections,
    resolve: (id) => sections.find((section) => section.id === id),
    entriesOf: () => [],
  }
}
