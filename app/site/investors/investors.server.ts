import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { documentsIn, resolveImages } from '#app/media/library/used-files.server.ts'
import { financials, governance, investors, management } from '#app/sections/investors/investors.ts'
import { reports } from '#app/sections/reports/reports.ts'
import { currentSite } from '#app/site.server.ts'

/** All that the investors page shows, from memory. A section whose file never could be read is undefined. */
export function readInvestors() {
  const content = {
    investors: find(investors),
    financials: find(financials),
    reports: find(reports),
    management: find(management),
    governance: find(governance),
  }
  return {
    content,
    images: resolveImages(content, currentSite().media.library),
    documents: documentsIn(content, currentSite().media.documents),
  }
}

function find<Section extends SectionDefinition>(section: Section): ContentOf<Section> | undefined {
  return currentSite().content.find(section)?.value
}
