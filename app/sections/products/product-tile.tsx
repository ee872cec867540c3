import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ContentLink } from '#app/ui/content-link.tsx'
import { productPath } from './product-path.ts'
import { ProductPicture } from './product-picture.tsx'
import type { Product } from './product.ts'
import './product-tile.css'

interface ProductTileProps {
  product: Product
  /** Width of the picture, as in HTML's `sizes`. */
  sizes: string
  mediaClassName?: string
}

/** A product as an entry of a list: picture, title, a line; the whole tile leads to its page. */
export function ProductTile({ product, sizes, mediaClassName = '' }: ProductTileProps) {
  return (
    <li className="tile reveal">
      <ProductPicture
        className={`tile__media ${mediaClassName}`.trim()}
        candidates={[{ file: product.image, alt: product.imageAlt }]}
        sizes={sizes}
        hasDefault={false}
      />
      <h3>
        <ContentLink to={productPath(product)}>{bindLastWords(product.title)}</ContentLink>
      </h3>
      {product.description !== '' && <p>{bindLastWords(product.description)}</p>}
    </li>
  )
}
