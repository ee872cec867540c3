import { useState } from 'react'
import { Picture, useHasPicture } from '#app/media/pictures/picture.tsx'
import { ProductDrawing } from './product-drawing.tsx'
import './product-picture.css'

interface ProductPictureProps {
  /** What may be shown, best first. An empty file name and an image that does not load give way to the next. */
  candidates: { file: string; alt: string }[]
  /** Width at which it is shown, as in HTML. */
  sizes: string
  className?: string
  /** Whether a drawing is shown where none loads. Where no image is named at all there always is one. */
  hasDefault?: boolean
}

/** The first of the candidates that loads; a drawing, or nothing, where none does. */
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
