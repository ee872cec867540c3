import { productPath } from '#app/site/addresses/product-address.ts'
import { ProductPicture } from '#app/site/sections/product-page/product-tile.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import type { PipeCoating } from './pipe-coating.ts'
import './pipe-coating-section.css'

/** The pipe coating products as cards, the second one highlighted. */
export function PipeCoatingSection({ content }: { content: PipeCoating | undefined }) {
  if (!content || content.products.length === 0) return null
  return (
    <section className="section on-ink on-deep pipe" id="pipe-coating" aria-labelledby="pipe-coating-title">
      <SectionHead
        id="pipe-coating-title"
        title={content.title}
        action={
          <ButtonLink to={content.buttonLink} variant="line">
            {content.buttonText}
          </ButtonLink>
        }
      />
      <ul className="wrap pipe__cards">
        {content.products.map((product, index) => (
          <li key={product._id} className={index === 1 ? 'card reveal pipe__card--lit' : 'card reveal'}>
            <ProductPicture
              className="pipe__image"
              candidates={[{ file: product.image, alt: product.imageAlt }]}
              sizes="(min-width: 56rem) 25rem, (min-width: 36rem) 40vw, 15rem"
            />
            <div className="card__body">
              <h3>
                <ContentLink to={productPath(product)}>{bindLastWords(product.title)}</ContentLink>
              </h3>
              {product.description !== '' && <p>{bindLastWords(product.description)}</p>}
              <Icon name="arrow" className="card__go" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
