import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { GeneralProductView, ProductPageView, PRODUCT_TRAIL } from '#app/sections/product-page/product-page-view.tsx'
import { ButtonLink } from '#app/ui/content-link.tsx'
import { ErrorPage } from '#app/ui/page/error-page.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { hiddenPageMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { readProduct } from './product.server.ts'
import { currentSite } from '#app/site.server.ts'

/**
 * A product's page; 404 for an address that no product has. From the `_id` of one with a slug it goes on to the slug, from an
 * address that a product had it goes on to where that leads now.
 */
export function loader({ params }: LoaderFunctionArgs) {
  const address = params['slug'] ?? ''
  const page = readProduct(address)
  if (!page) {
    const moved = currentSite().redirects.redirectFrom(`/products/${address}`)
    if (moved !== undefined) throw redirect(moved, 308)
    return data({ kind: 'unknown' as const }, { status: 404 })
  }
  if (page.kind === 'general' && page.path !== `/products/${address}`) throw redirect(page.path)
  return data(page)
}

export const meta: PageMeta<typeof loader> = (page) => {
  const { data: shown } = page
  if (!shown || shown.kind === 'unknown') return hiddenPageMeta(page, 'Page not found')
  const { product, summary, images } = shown
  const image = { file: product.image, alt: product.imageAlt }
  return pageMeta(page, {
    title: product.title,
    description: summary,
    trail: PRODUCT_TRAIL,
    image,
    images,
    isProduct: true,
  })
}

export default function ProductRoute() {
  const page = useLoaderData<typeof loader>()
  switch (page.kind) {
    case 'unknown':
      return <UnknownProduct />
    case 'own':
      return (
        <ImagesProvider images={page.images}>
          <ProductPageView {...page} />
        </ImagesProvider>
      )
    case 'general':
      return (
        <ImagesProvider images={page.images}>
          <GeneralProductView {...page} />
        </ImagesProvider>
      )
  }
}

function UnknownProduct() {
  return (
    <ErrorPage code={404} title="Product not found" text="The address does not exist on this site.">
      <ButtonLink to="/products">Products</ButtonLink>
      <ButtonLink to="/" variant="line">
        Home
      </ButtonLink>
    </ErrorPage>
  )
}
