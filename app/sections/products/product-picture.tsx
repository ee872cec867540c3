import { useEffect, useRef, useState } from 'react'
import { Picture } from '#app/ui/picture.tsx'
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
  const [failed, setFailed] = useState<string[]>([])
  const shown = candidates.find(({ file }) => file !== '' && !failed.includes(file))
  const file = shown?.file
  const box = useRef<HTMLDivElement>(null)

  // An image that failed before React took the page over has sent its error event to nobody.
  useEffect(() => {
    const image = box.current?.querySelector('img')
    if (file !== undefined && image?.complete && image.naturalWidth === 0) setFailed((files) => [...files, file])
  }, [file])

  return (
    <div
      className={className ? `product-picture ${className}` : 'product-picture'}
      ref={box}
      onErrorCapture={() => {
        if (file !== undefined) setFailed((files) => [...files, file])
      }}
    >
      {shown && <Picture key={shown.file} file={shown.file} alt={shown.alt} sizes={sizes} />}
      {!shown && (hasDefault || failed.length === 0) && <ProductDrawing />}
    </div>
  )
}
