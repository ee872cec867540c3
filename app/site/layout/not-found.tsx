import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import { hiddenPageMeta, type PageMeta } from './page-meta.ts'
import { pageRedirects } from '#app/site/sections/product-page/page-redirects.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Every address without another route: 308 if it is old, else 404 in the site's layout. */
export function loader({ request }: LoaderFunctionArgs) {
  const moved = currentSite().service(pageRedirects).redirectFrom(new URL(request.url).pathname)
  if (moved !== undefined) throw redirect(moved, 308)
  return data(null, { status: 404 })
}

export const meta: PageMeta<typeof loader> = (page) => hiddenPageMeta(page, 'Page not found')

export default function NotFound() {
  return (
    <ErrorPage code={404} title="Page not found" text="The address does not exist on this site.">
      <ButtonLink to="/">Home</ButtonLink>
      <ButtonLink to="/products" variant="line">
        Products
      </ButtonLink>
    </ErrorPage>
  )
}
