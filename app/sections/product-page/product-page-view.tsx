import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Sheet, SheetRow } from '#app/ui/sheet.tsx'
import { DataSheetNote } from './data-sheet-note.tsx'
import { GradeTable } from './grade-table.tsx'
import { KeyFigures } from './key-figures.tsx'
import type { ProductPage } from './product-page.ts'
import { PRODUCT_TRAIL } from './product-trail.ts'
import { RelatedProducts, type RelatedProductsContent } from './related-products.tsx'
import { SupplyFacts } from './supply-facts.tsx'
import { TemperatureRanges } from './temperature-ranges.tsx'
import { VoltageTable } from './voltage-table.tsx'
import './product-page-view.css'

interface ProductPageViewProps {
  product: Omit<ProductPage, 'body' | 'related' | 'relatedTitle'>
  /** The body as HTML, from `renderMarkdown`. */
  description: string
  email: string | undefined
  related: RelatedProductsContent
}

/** The page of a product that has one of its own. */
export function ProductPageView({ product, description, email, related }: ProductPageViewProps) {
  const gradeCount = { name: 'Grades', value: String(product.grades.length), note: '' }
  return (
    <>
      <PageIntro
        title={product.title}
        lead={product.lead}
        trail={PRODUCT_TRAIL}
        picture={{ file: product.image, alt: product.imageAlt }}
      >
        <KeyFigures figures={[gradeCount, ...product.keyFigures]} />
      </PageIntro>
      <Sheet>
        <SheetRow id="description" label="Description">
          <div className="product-text">
            <Prose html={description} />
          </div>
        </SheetRow>
        <SheetRow id="grades" label="Grades">
          <GradeTable product={product} />
        </SheetRow>
        {product.voltages.length > 0 && (
          <SheetRow id="voltage" label="Voltage">
            <VoltageTable voltages={product.voltages} />
          </SheetRow>
        )}
        {product.temperatures.length > 0 && (
          <SheetRow id="application-temperature" label="Application temperature">
            <TemperatureRanges ranges={product.temperatures} />
          </SheetRow>
        )}
        {product.supply.length > 0 && (
          <SheetRow id="supply" label="Processing and supply">
            <SupplyFacts facts={product.supply} />
          </SheetRow>
        )}
        <DataSheetNote email={email} product={product.title} />
      </Sheet>
      <RelatedProducts content={related} />
    </>
  )
}
