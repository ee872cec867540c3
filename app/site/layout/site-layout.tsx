import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useMatches, useNavigation, useLocation } from '@remix-run/react'
import { useRef, useEffect, type RefObject } from 'react'
import '#app/site/ui/design-tokens.css'
import '#app/site/ui/base.css'
import { canonicalPath } from '#app/cms/platform/http/parse-url.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { investors, type Investors } from '#app/site/sections/investors/investors.ts'
import { siteDetails, type SiteDetails } from '#app/site/sections/site-details/site-details.ts'
import { Footer } from './footer.tsx'
import { Navbar } from '#app/site/ui/page/navbar.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { footerPages } from '#app/site/collections/plain-pages/footer-pages.ts'
import { hasNavbarOver, isForCustomers } from './site-handle.ts'
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
  const content = shownParts(currentSite().content.find(siteDetails)?.value)
  return {
    content,
    personForQueries: personForQueries(currentSite().content.find(investors)?.value),
    morePages: footerPages(currentSite()),
    images: resolveImages(content, currentSite().media.library),
    year: Number(today().slice(0, 4)),
    origin: currentSite().env.publicOrigin,
  }
}

/** The contact of the investors page whom every page names. */
function personForQueries(content: Investors | undefined) {
  const person = content?.contacts.find(({ answersQueries }) => answersQueries === 'yes')
  if (!person) return undefined
  const { name, title, phone, email } = person
  return { name, title, phone, email }
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
  const { content, personForQueries, morePages, images, year } = useLoaderData<typeof loader>()
  const main = useRef<HTMLElement>(null)
  const matches = useMatches()
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
        over={hasNavbarOver(matches)}
      />
      <main id="main" tabIndex={-1} ref={main}>
        <Outlet />
      </main>
      {content && (
        <Footer
          companyName={content.companyName}
          legalName={content.legalName}
          cin={content.cin}
          personForQueries={personForQueries}
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
