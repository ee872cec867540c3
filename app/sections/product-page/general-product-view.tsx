import type { Step } from '#app/sections/products-overview/products-overview.ts'
import { StepList } from '#app/sections/products-overview/step-list.tsx'
import type { Product } from '#app/sections/products/product.ts'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import { Sheet, SheetRow } from '#app/ui/sheet.tsx'
import { DataSheetNote } from './data-sheet-note.tsx'
import { PRODUCT_TRAIL } from './product-trail.ts'
import { RelatedProducts, type RelatedProductsContent } from './related-products.tsx'

interface GeneralProductViewProps {
  product: Product
  steps: Step[]
  email: string | undefined
  related: RelatedProductsContent
}

/** The page of a product of which no more is known than its card. */
export function GeneralProductView({ product, steps, email, related }: GeneralProductViewProps) {
  return (
    <>
      <PageIntro
        title={product.title}
        lead={product.description}
        trail={PRODUCT_TRAIL}
        picture={{ file: product.image, alt: product.imageAlt }}
      />
      <Sheet>
        {steps.length > 0 && (
          <SheetRow id="how-to-order" label="How you get it">
            <StepList steps={steps} />
          </SheetRow>
        )}
        <DataSheetNote email={email} product={product.title} named="the product" />
      </Sheet>
      <RelatedProducts content={related} />
    </>
  )
}
