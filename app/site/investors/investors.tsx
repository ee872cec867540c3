import { useLoaderData } from '@remix-run/react'
import {
  FinancialHighlightsDisclosure,
  FinancialResultsDisclosure,
  GovernanceDisclosure,
  InvestorGrievanceDisclosure,
  InvestorsIntro,
  ManagementDisclosure,
  MaterialContractsDisclosure,
  OfferDocumentsDisclosure,
} from '#app/sections/investors/investors-page.tsx'
import { ReportsDisclosure } from '#app/sections/reports/reports-section.tsx'
import { DocumentsProvider } from '#app/media/documents/document-row-info.tsx'
import { Folds } from '#app/ui/disclosure.tsx'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { readInvestors } from './investors.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'

/** Stands in where the page's own content could not be read. */
const TITLE = 'Investor Relations'

export const handle = { isForCustomers: false } satisfies SiteHandle

export function loader() {
  return readInvestors()
}

export const meta: PageMeta<typeof loader> = (page) => {
  const investors = page.data?.content.investors
  return pageMeta(page, { title: investors?.title ?? TITLE, description: investors?.lead })
}

export default function InvestorsPage() {
  const { content, images, documents } = useLoaderData<typeof loader>()
  const { investors, financials, reports, management, governance } = content
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <PageIntro title={investors?.title ?? TITLE} {...(investors && { lead: investors.lead })} />
        <div className="wrap investors">
          {investors && <InvestorsIntro investors={investors} />}
          <Folds>
            <FinancialHighlightsDisclosure reports={reports} financials={financials} />
            <FinancialResultsDisclosure financials={financials} />
            <ReportsDisclosure content={reports} />
            <OfferDocumentsDisclosure investors={investors} />
            <ManagementDisclosure management={management} />
            <GovernanceDisclosure governance={governance} />
            <InvestorGrievanceDisclosure investors={investors} />
            <MaterialContractsDisclosure financials={financials} />
          </Folds>
        </div>
      </DocumentsProvider>
    </ImagesProvider>
  )
}
