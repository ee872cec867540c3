import { ProductTile } from '#app/sections/products/product-tile.tsx'
import type { Product } from '#app/sections/products/product.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { SectionHead } from '#app/ui/section-head.tsx'
import './related-products.css'

export interface RelatedProductsContent {
  /** Name of the family, and where /products shows all of it. */
  label: string
  allPath: string
  title: string
  products: Product[]
}

/** Products that go with the one on the page, as tiles. */
export function RelatedProducts({ content }: { content: RelatedProductsContent }) {
  const { label, allPath, title, products } = content
  if (products.length === 0) return null
  return (
    <section className="section on-paper related" aria-labelledby="related-title">
      <SectionHead
        id="related-title"
        label={label}
        title={title}
        action={
          <ButtonLink to={allPath} variant="line">
            All products
          </ButtonLink>
        }
      />
      <ul className="wrap related__list">
        {products.map((product) => (
          <ProductTile
            key={product._id}
            product={product}
            sizes="(min-width: 48rem) 33vw, 100vw"
            mediaClassName="related__media"
          />
        ))}
      </ul>
    </section>
  )
}
