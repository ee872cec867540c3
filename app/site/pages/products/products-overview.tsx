import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { Link, useLoaderData } from '@remix-run/react'
import { PipeCoatingSection } from '#app/site/sections/pipe-coating/pipe-coating-section.tsx'
import { PowerCablesSection } from '#app/site/sections/power-cables/power-cables-section.tsx'
import { DataSheetNote } from '#app/site/sections/product-page/product-advice.tsx'
import { FamilyIndex, LayerGuide } from '#app/site/sections/products-overview/products-overview-page.tsx'
import { FibreCablesSection } from '#app/site/sections/fibre-cables/fibre-cables-section.tsx'
import { Steps } from '#app/site/sections/shared/steps.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { DefinitionRows, WholeRow } from '#app/site/ui/definition-rows.tsx'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import type { GuideBuild } from '#app/site/sections/products-overview/products-overview-page.tsx'
import { productsOverview, type Build } from '#app/site/sections/products-overview/products-overview.ts'
import { gradesHref, selectionWith } from '#app/site/addresses/grade-selection.ts'
import { productPath } from '#app/site/addresses/product-address.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { answerTime } from '#app/site/collections/facts/fact-row.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * The data of /products. The content of a section whose file has never been readable is undefined: the page is shown
 * without it.
 */
export function loader() {
  const overview = currentSite().content.find(productsOverview)?.value
  const catalog = currentSite().service(productCatalog)
  const content = {
    overview: overview && leaveOut(overview, 'builds'),
    powerCables: withWayToGrades(catalog.findList(powerCables), 'power-cables'),
    pipeCoating: withWayToGrades(catalog.findList(pipeCoating), 'pipe-coating'),
    products: withWayToGrades(catalog.findList(fibreCables), 'optical-fibre-cables'),
  }
  return {
    content,
    email: currentSite().content.find(siteDetails)?.value.contacts.registeredOffice.email,
    answerTime: answerTime(currentSite()),
    families: catalog
      .productFamilies()
      .flatMap(({ id, name, products: { length } }) => (length > 0 ? [{ id, name, productCount: length }] : [])),
    builds: (overview?.builds ?? []).map(toGuideBuild),
    images: resolveImages(content, currentSite().media.library),
  }
}

/** Where the button of a section leads to this page, as on the home page, it leads on from here: to the grades of its range. */
function withWayToGrades<Content extends { buttonLink: string }>(content: Content | undefined, family: string) {
  if (!content || !/^\/products(?:#|$)/.test(content.buttonLink)) return content
  return { ...content, buttonLink: gradesHref(selectionWith({ facets: { family: [family] } })) }
}

function toGuideBuild({ layers, ...build }: Build): GuideBuild {
  return {
    ...build,
    layers: layers.map(({ products: addresses, ...layer }, index) => ({
      ...layer,
      number: index + 1,
      products: currentSite()
        .service(productCatalog)
        .productCards(addresses)
        .map((card) => ({ title: card.title, path: productPath(card) })),
    })),
  }
}

export const meta: PageMeta<typeof loader> = (page) => {
  const overview = page.data?.content.overview
  return pageMeta(page, {
    share: 'products',
    title: overview?.title ?? FALLBACK_TITLE,
    description: overview?.summary,
  })
}

export default function ProductsOverview() {
  const { content, families, builds, email, answerTime: answersWithin, images } = useLoaderData<typeof loader>()
  const { overview } = content
  return (
    <ImagesProvider images={images}>
      <PageIntro
        title={overview?.title ?? FALLBACK_TITLE}
        lead={overview?.lead ?? ''}
        picture={overview && { file: overview.image, alt: overview.imageAlt }}
      >
        <FamilyIndex families={families} />
      </PageIntro>
      {overview && <LayerGuide title={overview.layersTitle} builds={builds} />}
      <div className="ranges">
        <PowerCablesSection content={content.powerCables} />
        <PipeCoatingSection content={content.pipeCoating} />
        <FibreCablesSection content={content.products} />
      </div>
      <DefinitionRows>
        {overview && overview.steps.length > 0 && (
          <WholeRow id="choosing" label={overview.stepsTitle}>
            <h2 className="row__label">{overview.stepsTitle}</h2>
            <Steps steps={overview.steps} isAcross />
          </WholeRow>
        )}
        <DataSheetNote
          email={email}
          answerTime={answersWithin}
          atHand={
            <>
              You can also download them: <Link to={GRADES_PAGE}>Find a grade</Link> has one for each grade, as PDF.
            </>
          }
        />
      </DefinitionRows>
    </ImagesProvider>
  )
}

/** Title if the page's own content could not be read. */
const FALLBACK_TITLE = 'Products'
