import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import { ProductTile } from '#app/site/sections/product-page/product-tile.tsx'
import type { FibreCables } from './fibre-cables.ts'
import './fibre-cables-section.css'

/** The optical fibre cables as tiles. */
export function FibreCablesSection({ content }: { content: FibreCables | undefined }) {
  if (!content || content.products.length === 0) return null
  return (
    <section className="section fibre" id="optical-fibre-cables" aria-labelledby="optical-fibre-cables-title">
      <SectionHead
        id="optical-fibre-cables-title"
        title={content.title}
        action={<ButtonLink to={content.buttonLink}>{content.buttonText}</ButtonLink>}
      />
      <ul className="wrap fibre__tiles">
        {content.products.map((product) => (
          <ProductTile
            key={product._id}
            product={product}
            sizes="(min-width: 64rem) 25vw, (min-width: 36rem) 48vw, 40vw"
          />
        ))}
      </ul>
    </section>
  )
}
