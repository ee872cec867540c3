import { productPath } from '#app/sections/products/product-path.ts'
import { ProductPicture } from '#app/sections/products/product-picture.tsx'
import type { Product } from '#app/sections/products/product.ts'
import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { ContentLink } from '#app/ui/content-link.tsx'
import { SectionHead } from '#app/ui/section-head.tsx'
import '#app/sections/products/products-section.css'
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
          <li key={product._id} className="tile reveal">
            <ProductPicture
              className="tile__media related__media"
              candidates={[{ file: product.image, alt: product.imageAlt }]}
              sizes="(min-width: 48rem) 33vw, 100vw"
            />
            <h3>
              <ContentLink to={productPath(product)}>{bindLastWords(product.title)}</ContentLink>
            </h3>
            {product.description !== '' && <p>{bindLastWords(product.description)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
