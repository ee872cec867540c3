import { useLoaderData } from '@remix-run/react'
import {
  FinancialHighlightsDisclosure,
  FinancialResultsDisclosure,
  GovernanceDisclosure,
  InvestorGrievanceDisclosure,
  ManagementDisclosure,
  MaterialContractsDisclosure,
  OfferDocumentsDisclosure,
} from '#app/site/sections/investors/investors-page.tsx'
import {
  DisclosuresLink,
  FigureTable,
  NewestDocuments,
  OfferStatus,
} from '#app/site/sections/investors/investors-hub.tsx'
import { InvestorLinks, SectionLinks } from '#app/site/sections/investors/investor-links.tsx'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { keyFigures, nextDate } from '#app/site/sections/key-figures/key-figures.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { disclosures } from '#app/site/sections/disclosures/disclosures.ts'
import { currentStage, offer as offerStage, type Offer } from '#app/site/sections/offer/offer.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { bindDays } from '#app/cms/ui/bind-days.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { ReportsDisclosure } from '#app/site/sections/reports/reports-section.tsx'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { DisclosureGroup } from '#app/site/ui/disclosure.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import {
  documentSizes,
  documentsOfList,
  listedResults,
  newestDocuments,
} from '#app/site/sections/document-register/page-documents.server.ts'
import { mainDocument, offerDocuments } from '#app/site/sections/offer/offer-documents.server.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { investors, type Investors } from '#app/site/sections/investors/investors.ts'
import { management } from '#app/site/sections/management/management.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { investorLinks } from './investor-links.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'

/** Title if the page's own content could not be read. */
const TITLE = 'Investor Relations'
/** Its name in the trails of the pages below it. */
const CRUMB = 'Investors'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** The data of the investors page, from memory. A section whose file has never been readable is undefined. */
export function loader() {
  const content = {
    investors: withoutRoles(find(investors)),
    reports: shownReports(),
    management: shownBoard(),
  }
  const lists = {
    annualReports: documentsOfList('annual-reports'),
    annualReturns: documentsOfList('annual-returns'),
    materialCreditors: documentsOfList('material-creditors'),
    groupCompanies: documentsOfList('group-companies'),
    offerDocuments: offerDocuments(),
    committees: documentsOfList('committees'),
    policies: documentsOfList('policies'),
    contracts: documentsOfList('material-contracts'),
  }
  const results = listedResults()
  const newest = newestDocuments()
  const figures = find(keyFigures)
  const next = figures && nextDate(figures, today())
  const stage = find(offerStage)
  const contacts = find(siteDetails)?.contacts
  return {
    content,
    lists,
    results,
    figures: figures && leaveOut(figures, 'calendar'),
    next: next && { ...next, title: bindDays(next.title) },
    offer: stage && offerStatus(stage),
    listedOn: stage?.stage === 'listed' ? stage.listedOn : undefined,
    contact: contacts && { email: contacts.investorEmail, phone: contacts.corporateOffice.phone },
    links: investorLinks(),
    newest,
    hasDisclosures: find(disclosures)?.state === 'on',
    images: resolveImages(content, currentSite().media.library),
    documents: documentSizes([content.reports, lists, results, newest]),
  }
}

/** The stage of the offer, with what its draft prospectus says while that is the document to read. */
function offerStatus(stage: Offer) {
  const lead = stage.stage === 'drhp' ? find(drhp)?.lead : undefined
  return {
    ...currentStage(stage),
    document: mainDocument(stage.stage),
    ...(lead !== undefined && { lead: bindDays(lead) }),
  }
}

/** The reports in the order that staff see, each with the day that the register has for it. */
function shownReports() {
  const register = currentSite().service(documentRegister)
  return listedRows(currentSite(), reports).map(({ _id, year, title, fileUrl }) => {
    return { _id, year, title, fileUrl, date: register.ofReport(_id)?.date ?? '' }
  })
}

/** The board in short: it has a page of its own. */
function shownBoard() {
  const board = find(management)
  return board && { directors: board.directors.map(({ _id, name, title, image }) => ({ _id, name, title, image })) }
}

function find<Section extends SectionDefinition>(section: Section): ContentOf<Section> | undefined {
  return currentSite().content.find(section)?.value
}

/** Who answers queries is said in the footer. */
function withoutRoles(content: Investors | undefined) {
  return content && { ...content, contacts: content.contacts.map((contact) => leaveOut(contact, 'answersQueries')) }
}

export const meta: PageMeta<typeof loader> = (page) => {
  const investors = page.data?.content.investors
  return pageMeta(page, {
    share: 'investors',
    title: investors?.title ?? TITLE,
    crumb: CRUMB,
    description: investors?.lead,
  })
}

export default function InvestorsPage() {
  const loaded = useLoaderData<typeof loader>()
  const {
    content,
    lists,
    results,
    figures,
    next,
    offer,
    listedOn,
    contact,
    links,
    newest,
    hasDisclosures,
    images,
    documents,
  } = loaded
  const { investors, reports, management } = content
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <PageIntro
          title={investors?.title ?? TITLE}
          crumb={CRUMB}
          {...(investors && { lead: investors.lead })}
          aside={(offer ?? next ?? contact) && <OfferStatus offer={offer} next={next} contact={contact} />}
        />
        <InvestorLinks links={links} />
        <div className="wrap investors">
          <SectionLinks />
          <div className="hub">
            <div className="hub__newest">
              <NewestDocuments documents={newest} />
              {hasDisclosures && <DisclosuresLink />}
              {investors && <p className="investors__intro">{bindLastWords(investors.intro)}</p>}
            </div>
            <div className="hub__main">{figures && <FigureTable {...figures} />}</div>
          </div>
          <DisclosureGroup>
            <FinancialHighlightsDisclosure {...lists} />
            <FinancialResultsDisclosure {...results} />
            <ReportsDisclosure reports={reports} />
            <OfferDocumentsDisclosure documents={lists.offerDocuments} listedOn={listedOn} />
            <ManagementDisclosure management={management} committees={lists.committees} />
            <GovernanceDisclosure policies={lists.policies} />
            <InvestorGrievanceDisclosure investors={investors} />
            <MaterialContractsDisclosure contracts={lists.contracts} />
          </DisclosureGroup>
        </div>
      </DocumentsProvider>
    </ImagesProvider>
  )
}
