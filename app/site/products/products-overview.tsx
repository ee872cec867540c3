import { useLoaderData } from '@remix-run/react'
import { PipeCoatingSection } from '#app/sections/pipe-coating/pipe-coating-section.tsx'
import { PowerCablesSection } from '#app/sections/power-cables/power-cables-section.tsx'
import { DataSheetNote } from '#app/sections/product-page/data-sheet-note.tsx'
import { FamilyIndex, LayerGuide } from '#app/sections/products-overview/products-overview-page.tsx'
import { StepList } from '#app/sections/products-overview/step-list.tsx'
import { ProductsSection } from '#app/sections/products/products-section.tsx'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { DefinitionRows, SheetRow } from '#app/ui/definition-rows.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { readProductsOverview } from './products-overview.server.ts'

export function loader() {
  return readProductsOverview()
}

export const meta: PageMeta<typeof loader> = (page) => {
  const { content, images } = page.data ?? {}
  const overview = content?.overview
  const image = overview && { file: overview.image, alt: overview.imageAlt }
  return pageMeta(page, { title: overview?.title ?? FALLBACK_TITLE, description: overview?.summary, image, images })
}

export default function ProductsOverview() {
  const { content, families, builds, email, images } = useLoaderData<typeof loader>()
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
      <PowerCablesSection content={content.powerCables} />
      <PipeCoatingSection content={content.pipeCoating} />
      <ProductsSection content={content.products} />
      {overview && <LayerGuide title={overview.layersTitle} builds={builds} />}
      <DefinitionRows>
        {overview && overview.steps.length > 0 && (
          <SheetRow id="choosing" label={overview.stepsTitle}>
            <StepList steps={overview.steps} />
          </SheetRow>
        )}
        <DataSheetNote email={email} />
      </DefinitionRows>
    </ImagesProvider>
  )
}

/** Where the page's own content could not be read. */
const FALLBACK_TITLE = 'Products'
