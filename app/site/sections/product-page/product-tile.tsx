import { useState } from 'react'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Picture, useHasPicture } from '#app/cms/media/picture.tsx'
import { productPath } from '#app/site/addresses/product-address.ts'
import type { Product } from './product-list.ts'
import './product-tile.css'

interface ProductTileProps {
  product: Product
  /** Width of the picture, as in HTML's `sizes`. */
  sizes: string
  mediaClassName?: string
}

/** A product as an entry of a list: picture, title and description; the whole tile links to its page. */
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

interface ProductPictureProps {
  /** Images to try, best first. An empty file name and an image that does not load are skipped. */
  candidates: { file: string; alt: string }[]
  /** Width of the picture, as in HTML's `sizes`. */
  sizes: string
  className?: string
  /** True if a drawing is shown when none loads. If no image is named at all, the drawing is always shown. */
  hasDefault?: boolean
}

/** The first of the candidates that loads; a drawing, or nothing, if none loads. */
export function ProductPicture({ candidates, sizes, className, hasDefault = true }: ProductPictureProps) {
  const hasPicture = useHasPicture()
  const [failed, setFailed] = useState<string[]>([])
  const shown = candidates.find(({ file }) => hasPicture(file) && !failed.includes(file))
  const isDrawn = hasDefault || candidates.every(({ file }) => file === '')

  return (
    <div className={className ? `product-picture ${className}` : 'product-picture'}>
      {shown ? (
        <Picture
          key={shown.file}
          file={shown.file}
          alt={shown.alt}
          sizes={sizes}
          onMissing={() => setFailed((files) => [...files, shown.file])}
        />
      ) : (
        isDrawn && <ProductDrawing />
      )}
    </div>
  )
}

/** Shown for a product without an image: the section of a three-core cable, in the line colours of its surroundings. */
export function ProductDrawing() {
  return (
    <svg className="product-drawing" viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden>
      <circle cx="100" cy="100" r="92" />
      <circle cx="100" cy="100" r="85" />
      <circle className="product-drawing__armour" cx="100" cy="100" r="79" />
      <circle cx="100" cy="100" r="73" />
      {CORES.map(({ x, y }) => (
        <g key={x}>
          <circle cx={x} cy={y} r="31.5" />
          <circle cx={x} cy={y} r="24" />
          <circle className="product-drawing__conductor" cx={x} cy={y} r="16" />
        </g>
      ))}
    </svg>
  )
}

/** Three cores of radius 31.5 that touch each other around the centre at 100, 100. */
const CORES = [
  { x: 100, y: 63.6 },
  { x: 131.5, y: 118.2 },
  { x: 68.5, y: 118.2 },
]
