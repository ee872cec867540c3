import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { GeneralProductView, ProductPageView } from '#app/site/sections/product-page/product-page-view.tsx'
import { PRODUCT_TRAIL } from '#app/site/addresses/product-address.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { withBoundUnits } from '#app/site/ui/bound-units.ts'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import { PageGone, PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { hiddenPageMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import type { RelatedProductsContent } from '#app/site/sections/product-page/product-page-view.tsx'
import { gradeTable } from '#app/site/sections/grade-finder/grade-table.server.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import type { Product } from '#app/site/sections/product-page/product-list.ts'
import { gradesHref, selectionWith } from '#app/site/addresses/grade-selection.ts'
import { productPath } from '#app/site/addresses/product-address.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { withQueryOf } from '#app/cms/platform/http/redirect-target.ts'
import { answerTime } from '#app/site/collections/facts/fact-row.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * A product's page. 410 for one that was removed, 404 for an address that no product has, 503 if its file or a list of
 * products cannot be read. Redirects from the `_id` of a product with a slug to the slug, and from a product's former address to its current
 * target.
 */
export function loader({ params, request }: LoaderFunctionArgs) {
  const address = params['slug'] ?? ''
  const page = readProduct(address)
  if (!page) {
    const moved = redirectFrom(currentSite(), `/products/${address}`)
    if (moved) throw redirect(withQueryOf(request, moved), 308)
    if (moved === '') return data({ kind: 'gone' as const }, { status: 410 })
    if (currentSite().service(productCatalog).hasProduct(address)) {
      return data({ kind: 'unreadable' as const, name: 'Products' }, { status: 503 })
    }
    return data({ kind: 'unknown' as const }, { status: 404 })
  }
  if (page.kind === 'general' && page.path !== `/products/${address}`) throw redirect(withQueryOf(request, page.path))
  return data(page)
}

/**
 * The data of `/products/{address}`: the product's own page, or else the general page made from its card. Undefined if
 * the product is unknown or cannot be read.
 */
function readProduct(address: string) {
  // The host uses the same check for its response to unknown addresses.
  if (!currentSite().service(productCatalog).hasProduct(address)) return undefined
  const shown = readOwnPage(address) ?? readGeneralPage(address)
  const email = currentSite().content.find(siteDetails)?.value.contacts.registeredOffice.email
  if (!shown) return undefined
  const { library } = currentSite().media
  const { image: file, title } = shown.product
  const titlePicture = library.titlePictures.addressOf({ file, title })
  return { ...shown, email, answerTime: answerTime(currentSite()), images: resolveImages(shown, library), titlePicture }
}

function readOwnPage(address: string) {
  const found = currentSite().service(productCatalog).findProductPage(address)
  if (!found) return undefined
  const { body, related, relatedTitle, summary, columns, ...page } = found.page
  const product = {
    ...page,
    lead: withBoundUnits(page.lead),
    gradesNote: withBoundUnits(page.gradesNote),
    supply: page.supply.map(({ name, text }) => ({ name, text: withBoundUnits(text) })),
  }
  const family = currentSite().service(productCatalog).findProduct(address)?.family
  return {
    kind: 'own' as const,
    product,
    grades: gradeTable(currentSite(), found.key, columns),
    summary,
    description: withBoundUnits(renderMarkdown(body, currentSite())),
    family: family && {
      name: family.name.toLowerCase(),
      gradesHref: gradesHref(selectionWith({ facets: { family: [family.id] } })),
    },
    rowName: ROW_NAMES[product.tableTitle] ?? 'Name',
    related: {
      label: family?.name ?? 'Products',
      allPath: allPath(family),
      title: relatedTitle,
      products: currentSite().service(productCatalog).productCards(related),
    } satisfies RelatedProductsContent,
  }
}

/** What a row is called, by the usual titles of tables. */
const ROW_NAMES: Readonly<Record<string, string>> = { Grades: 'Grade', Types: 'Type' }

function readGeneralPage(address: string) {
  const found = currentSite().service(productCatalog).findProduct(address)
  if (!found) return undefined
  const { product, family } = found
  return {
    kind: 'general' as const,
    /** Differs from the requested path if that has the `_id` of a product with a slug. */
    path: productPath(product),
    product: leaveOut(product, '_id', 'slug'),
    summary: describe(product, family.name),
    steps: currentSite().content.find(productsOverview)?.value.steps ?? [],
    related: {
      label: family.name,
      allPath: allPath(family),
      title: 'In the same range',
      products: neighbours(family.products, product),
    } satisfies RelatedProductsContent,
  }
}

/** For search engines, which drop a description of a few words. */
function describe({ title, description }: Product, family: string) {
  return `${title}. ${description} ${family}, made to order; data sheets on request by e-mail.`.replace(/\s+/g, ' ')
}

function allPath(family: { id: string } | undefined) {
  return family ? `/products#${family.id}` : '/products'
}

/** Up to three products that follow `product` in the list, which wraps around. */
function neighbours<Item>(products: readonly Item[], product: Item): Item[] {
  const index = products.indexOf(product)
  return [...products.slice(index + 1), ...products.slice(0, index)].slice(0, RELATED_COUNT)
}

const RELATED_COUNT = 3

export const meta: PageMeta<typeof loader> = (page) => {
  const { data: shown } = page
  if (!shown || shown.kind === 'unknown') return hiddenPageMeta(page, 'Page not found')
  if (shown.kind === 'gone') return hiddenPageMeta(page, 'Page removed')
  if (shown.kind === 'unreadable') return hiddenPageMeta(page, shown.name)
  const { product, summary, images, titlePicture } = shown
  const image = { file: product.image, alt: product.imageAlt }
  return pageMeta(page, {
    title: product.title,
    description: summary,
    trail: PRODUCT_TRAIL,
    image,
    images,
    titlePicture,
  })
}

export default function ProductRoute() {
  const page = useLoaderData<typeof loader>()
  switch (page.kind) {
    case 'unknown':
      return <UnknownProduct />
    case 'gone':
      return <PageGone />
    case 'unreadable':
      return <PageUnavailable title={page.name} />
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
    <ErrorPage code={404} title="Product not found" text="We cannot find this product. It may have moved.">
      <ButtonLink to="/products">Products</ButtonLink>
      <ButtonLink to="/" variant="line">
        Home
      </ButtonLink>
    </ErrorPage>
  )
}
