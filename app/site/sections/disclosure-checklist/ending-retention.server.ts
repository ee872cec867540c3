import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { ChecklistItem } from '#app/cms/define/site-checklist.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { keptUntil } from '#app/site/collections/documents/published-files.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { keyOfId } from '#app/cms/define/define-collection.ts'
import { daysLater } from '#app/site/sections/disclosures/due-period.ts'

/** How long before its end a retention is named. */
export const RETENTION_DAYS = 90

/** The documents whose retention is over, or ends soon, the earliest first. */
export function endingRetention({ service }: SiteReader, day: string): ChecklistItem[] {
  const register = service(documentRegister)
  const limit = daysLater(day, RETENTION_DAYS)
  return register
    .slugs()
    .flatMap((slug) => {
      const document = register.find(slug)
      const until = document && keptUntil(kindOf(document.kind), document.published)
      return document && until !== undefined && until !== 'always' && until <= limit ? [{ ...document, until }] : []
    })
    .sort((one, other) => (one.until < other.until ? -1 : 1))
    .map(({ slug, title, section, until, withdrawn }) => {
      const key = keyOfId(documents, section)
      return {
        id: slug,
        title,
        detail:
          until <= day
            ? `It had to be kept until ${formatDay(until)}. ${withdrawn ? 'It is withdrawn and can be deleted.' : 'The archival policy says whether it stays.'}`
            : `It has to be kept until ${formatDay(until)}.`,
        steps: [
          {
            label: 'Open the document',
            href: key === undefined ? `/admin/${reports.id}` : adminAddress(documents.entry(key)),
          },
        ],
      }
    })
}
