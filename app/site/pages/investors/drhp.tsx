import { bindDays } from '#app/cms/ui/bind-days.ts'
import { data, useLoaderData } from '@remix-run/react'
import { DrhpDisclaimer, DrhpPage } from '#app/site/sections/drhp/drhp-page.tsx'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { personForQueries } from '#app/site/sections/investors/person-for-queries.server.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { documentOfPage, documentSizes } from '#app/site/sections/document-register/page-documents.server.ts'
import { courseOf, offer } from '#app/site/sections/offer/offer.ts'
import { OfferCourse } from '#app/site/sections/offer/offer-course.tsx'
import { newestOfKind, offerDocuments } from '#app/site/sections/offer/offer-documents.server.ts'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { offerDocumentTrail } from './investors-trail.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

const NAME = 'Draft Red Herring Prospectus'

export function loader() {
  const content = currentSite().content.find(drhp)?.value
  const document = documentOfPage('drhp')
  const others = offerDocuments().filter(({ stage, page }) => stage === 'drhp' && !PAGES.includes(page ?? ''))
  // The films need no file data: their notes state their length.
  const stage = currentSite().content.find(offer)?.value
  return data(
    {
      content: content && { ...content, lead: bindDays(content.lead) },
      ...{ document, others, replacedBy: newestOfKind('rhp') },
      company: currentSite().content.find(siteDetails)?.value.legalName ?? '',
      contact: personForQueries(),
      stages: stage ? courseOf(stage) : [],
      documents: documentSizes([document, others]),
    },
    { status: content ? 200 : 503 },
  )
}

/** The documents of the stage that have a page of their own. */
const PAGES = ['/investors/Drhp', '/investors/industry-report']

export const meta: PageMeta<typeof loader> = (page) => {
  const content = page.data?.content
  const title = content?.title ?? NAME
  const description = content && `${title}. ${content.lead} With the prospectus as a PDF, and films about it.`
  return pageMeta(page, { share: 'drhp', title, description, trail: offerDocumentTrail })
}

export default function DraftProspectus() {
  const { content, company, contact, document, others, replacedBy, stages, documents } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <DocumentsProvider documents={documents}>
      {/* Must be first: CSS hides the content after it while it is open. */}
      <DrhpDisclaimer content={content.disclaimer} company={company} />
      <PageIntro
        title={content.title}
        lead={content.lead}
        trail={offerDocumentTrail}
        aside={stages.length > 0 && <OfferCourse stages={stages} />}
      />
      <DrhpPage content={content} document={document} others={others} replacedBy={replacedBy} contact={contact} />
    </DocumentsProvider>
  )
}
