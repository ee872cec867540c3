import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { disclosures, DISCLOSURES_PAGE } from './disclosures.ts'

/** The pages that staff have switched off. */
export function switchedOffPages({ content }: Pick<SiteReader, 'content'>): readonly string[] {
  return content.find(disclosures)?.value.state === 'on' ? [] : [DISCLOSURES_PAGE]
}
