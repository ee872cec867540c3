import { useHref } from '@remix-run/react'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { ErrorPage } from './error-page.tsx'

/** Shown instead of a page whose content has never been readable. Send it with status 503. */
export function PageUnavailable({ title }: { title: string }) {
  return (
    <ErrorPage
      title={title}
      text="This page cannot be shown at the moment. Try again later, or write to us and we will answer."
    >
      <ButtonLink to="/contactus">Contact us</ButtonLink>
      <ButtonLink to="/" variant="line">
        Home
      </ButtonLink>
    </ErrorPage>
  )
}

/** Shown at an address that no page has, or has had. Send it with status 404. */
export function PageUnknown() {
  return (
    <ErrorPage code={404} title="Page not found" text="We cannot find this page. It may have moved.">
      <form className="lost__search" action={useHref('/search')} role="search" aria-label="Website">
        <input type="search" name="q" aria-label="Search this website" placeholder="Search this website" />
        <button className="btn btn--accent" type="submit">
          Search
        </button>
      </form>
      <ButtonLink to="/" variant="line">
        Home
      </ButtonLink>
      <ButtonLink to="/products" variant="line">
        Products
      </ButtonLink>
      <ButtonLink to="/investors" variant="line">
        Investor Relations
      </ButtonLink>
      <ButtonLink to="/contactus" variant="line">
        Contact us
      </ButtonLink>
    </ErrorPage>
  )
}

/** Why there is no page of an entry at an address. */
export type NoEntryState = 'gone' | 'unreadable' | 'unknown'

/** Shown at an address below that of a collection that has no page. `name` is that of the collection. */
export function NoEntryPage({ state, name }: { state: NoEntryState; name: string }) {
  if (state === 'unreadable') return <PageUnavailable title={name} />
  return state === 'gone' ? <PageGone /> : <PageUnknown />
}

/** Shown at the address of a page that was removed. Send it with status 410. */
export function PageGone() {
  return (
    <ErrorPage
      code={410}
      title="This page was removed"
      text="The page that had this address was taken off the website. Write to us if you need what it said."
    >
      <ButtonLink to="/">Home</ButtonLink>
      <ButtonLink to="/products" variant="line">
        Products
      </ButtonLink>
      <ButtonLink to="/contactus" variant="line">
        Contact us
      </ButtonLink>
    </ErrorPage>
  )
}
