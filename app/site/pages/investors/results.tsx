import { useLoaderData } from '@remix-run/react'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { bindDays } from '#app/cms/ui/bind-days.ts'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { documentSizes } from '#app/site/sections/document-register/page-documents.server.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { latestResults, resultYears } from '#app/site/sections/document-register/results-centre.ts'
import { ResultsTable } from '#app/site/sections/document-register/results-table.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { NothingPublished } from '#app/site/sections/shared/nothing-published.tsx'
import { keyFigures, nextDate } from '#app/site/sections/key-figures/key-figures.ts'
import { HeadEntries, HeadEntry } from '#app/site/sections/shared/head-entries.tsx'
import { DefinitionRows } from '#app/site/ui/definition-rows.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { investorsTrail } from './investors-trail.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

const TITLE = 'Financial results'
const LEAD =
  'Results of each quarter and year, with what was published beside them. Financial years run from April to March.'

/** The documents on results by year, from memory. */
export function loader() {
  const register = currentSite().service(documentRegister)
  const years = resultYears(register.listed(), today(), (slug) => register.watchPageOf(slug))
  const calendar = currentSite().content.find(keyFigures)?.value
  const next = calendar && nextDate(calendar, today())
  return {
    years,
    latest: latestResults(years),
    next: next && { ...next, title: bindDays(next.title) },
    documents: documentSizes(years),
  }
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'results', title: TITLE, description: LEAD, trail: investorsTrail })

export default function ResultsPage() {
  const { years, latest, next, documents } = useLoaderData<typeof loader>()
  return (
    <DocumentsProvider documents={documents}>
      <PageIntro
        title={TITLE}
        lead={LEAD}
        trail={investorsTrail}
        aside={
          (latest ?? next) && (
            <HeadEntries>
              {latest && (
                <HeadEntry what="Latest results" title={latest.title} href={latest.fileUrl} icon="download">
                  <time dateTime={latest.date}>{formatLongDay(latest.date)}</time>
                </HeadEntry>
              )}
              {next && (
                <HeadEntry what="Next date" title={formatLongDay(next.date)}>
                  {next.title}
                </HeadEntry>
              )}
            </HeadEntries>
          )
        }
      />
      <div className="results-page">
        <DefinitionRows>
          {years.length === 0 ? <NothingPublished /> : <ResultsTable years={years} />}
          <p className="results-more">
            <ContentLink to="/investors#financial-highlights">Annual reports and returns</ContentLink>
            <ContentLink to="/investors#key-figures">Key figures</ContentLink>
          </p>
        </DefinitionRows>
      </div>
    </DocumentsProvider>
  )
}
