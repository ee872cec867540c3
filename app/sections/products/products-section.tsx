import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { ContentLink } from '#app/ui/content-link.tsx'
import { SectionHead } from '#app/ui/section-head.tsx'
import { productPath } from './product-path.ts'
import { ProductPicture } from './product-picture.tsx'
import type { Products } from './products.ts'
import './products-section.css'

/** The optical fibre cables as tiles. */
export function ProductsSection({ content }: { content: Products | undefined }) {
  if (!content) return null
  return (
    <section className="section fibre" id="optical-fibre-cables" aria-labelledby="optical-fibre-cables-title">
      <SectionHead
        id="optical-fibre-cables-title"
        label="Optical fibre cables"
        title={content.title}
        action={<ButtonLink to={content.buttonLink}>{content.buttonText}</ButtonLink>}
      />
      {content.products.length > 0 && (
        <ul className="wrap fibre__tiles">
          {content.products.map((product) => (
            <li key={product._id} className="tile reveal">
              <ProductPicture
                className="tile__media"
                candidates={[{ file: product.image, alt: product.imageAlt }]}
                sizes="(min-width: 48rem) 58vw, 100vw"
              />
              <h3>
                <ContentLink to={productPath(product)}>{bindLastWords(product.title)}</ContentLink>
              </h3>
              {product.description !== '' && <p>{bindLastWords(product.description)}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
