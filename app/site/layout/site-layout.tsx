import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useMatches, useNavigation, useLocation } from '@remix-run/react'
import { useRef, useEffect, type RefObject } from 'react'
import '#app/site/ui/design-tokens.css'
import '#app/site/ui/base.css'
import { canonicalPath } from '#app/cms/platform/http/parse-url.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { investors } from '#app/site/sections/investors/investors.ts'
import { personForQueries } from '#app/site/sections/investors/person-for-queries.server.ts'
import { offer, type Offer } from '#app/site/sections/offer/offer.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { OfferNotice } from '#app/site/sections/offer/offer-notice.tsx'
import { mainDocument } from '#app/site/sections/offer/offer-documents.server.ts'
import { OFFER_STAGES } from '#app/site/sections/offer/offer-stages.ts'
import { proposedIssueOn } from '#app/site/sections/offer/proposed-issue.server.ts'
import { siteDetails, type SiteDetails } from '#app/site/sections/site-details/site-details.ts'
import { Footer } from './footer.tsx'
import { Navbar } from '#app/site/ui/page/navbar.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { foundingYear } from '#app/site/collections/facts/fact-row.ts'
import { footerPages } from '#app/site/collections/plain-pages/footer-pages.ts'
import { hasNavbarOver, isForCustomers } from './site-handle.ts'
import { SEARCH_PAGE } from '#app/site/addresses/search-query.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { today } from '#app/cms/platform/site-time.ts'
import './navigation-progress.css'

/**
 * What the pages show of the site's own content. Undefined if its file could not be read: the page is then shown without
 * it. Redirects (308) from another spelling of a page's address, such as `/products/`, to the canonical one.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const canonical = canonicalPath(pathname)
  if (canonical !== pathname) throw redirect(canonical + search, 308)
  const stage = currentSite().content.find(offer)?.value
  const details = shownParts(currentSite().content.find(siteDetails)?.value)
  const content = details && { ...details, navigation: [...details.navigation, ...offerLinks(stage)] }
  return {
    content,
    ...investorFacts(stage),
    proposedIssue: proposedIssueOn(pathname, stage),
    morePages: footerPages(currentSite()),
    images: resolveImages(content, currentSite().media.library),
    year: Number(today().slice(0, 4)),
    origin: currentSite().env.publicOrigin,
    founded: foundingYear(currentSite()),
  }
}

/** For the menu of narrow screens while an issue is proposed: its document, the results, and the newest annual report. */
function offerLinks(stage: Offer | undefined) {
  if (!stage || !OFFER_STAGES[stage.stage].isProposed) return []
  const main = mainDocument(stage.stage)
  const [report] = currentSite().service(documentRegister).inList('annual-reports')
  return [
    ...(main ? [{ text: main.text, link: main.to }] : []),
    { text: 'Financial results', link: '/investors/results' },
    ...(report ? [{ text: report.title, link: report.fileUrl }] : []),
  ].map((link) => ({ ...link, isMore: true }))
}

/** What every page says to investors: whom they can write to, and where disputes with a listed company are resolved. */
function investorFacts(stage: Offer | undefined) {
  const { smartOdrLink = '' } = currentSite().content.find(investors)?.value ?? {}
  return {
    personForQueries: personForQueries(),
    smartOdrLink: stage?.stage === 'listed' ? smartOdrLink : '',
  }
}

/** Every visitor can read what is sent, so a part that no page shows is left out. */
function shownParts(content: SiteDetails | undefined) {
  if (!content) return undefined
  const { companyName, tagline, legalName, cin, navigation, footer, contacts } = content
  const { registeredOffice, corporateOffice } = contacts
  return {
    companyName,
    tagline,
    legalName,
    cin,
    navigation,
    footer,
    contacts: { registeredOffice, corporateOffice },
  }
}

export default function SiteLayout() {
  const { content, personForQueries, smartOdrLink, proposedIssue, morePages, images, year } =
    useLoaderData<typeof loader>()
  const main = useRef<HTMLElement>(null)
  const matches = useMatches()
  const notice = proposedIssue && <OfferNotice issue={proposedIssue} />
  useFocusAfterNavigation(main)

  return (
    <ImagesProvider images={images}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavigationProgress />
      <Navbar
        companyName={content?.companyName ?? ''}
        links={content?.navigation ?? []}
        search={SEARCH_PAGE}
        over={hasNavbarOver(matches)}
      />
      <main id="main" tabIndex={-1} ref={main}>
        {!proposedIssue?.isLast && notice}
        <Outlet />
        {proposedIssue?.isLast && notice}
      </main>
      {content && (
        <Footer
          companyName={content.companyName}
          legalName={content.legalName}
          cin={content.cin}
          personForQueries={personForQueries}
          smartOdrLink={smartOdrLink}
          year={year}
          content={content.footer}
          morePages={morePages}
          hasLead={isForCustomers(matches)}
          offices={[content.contacts.registeredOffice, content.contacts.corporateOffice]}
        />
      )}
    </ImagesProvider>
  )
}

/** Shows, as a thin bar and in a polite live region, that the next page is loading. */
function NavigationProgress() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div className={isLoading ? 'progress progress--on' : 'progress'} role="status">
      {isLoading && <span className="visually-hidden">Loading...</span>}
    </div>
  )
}

/**
 * Moves focus to `target` when a client-side navigation has led to another page, as a page load would: keyboard and
 * screen reader users continue at its beginning. The first page and fragments do not move it.
 */
function useFocusAfterNavigation(target: RefObject<HTMLElement>) {
  const { pathname } = useLocation()
  const focusedFor = useRef(pathname)

  useEffect(() => {
    if (focusedFor.current === pathname) return
    focusedFor.current = pathname
    target.current?.focus({ preventScroll: true })
  }, [pathname, target])
}
