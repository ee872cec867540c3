import { hasVariants } from '#app/media/pictures/image-url.ts'
import { Picture } from '#app/media/pictures/picture.tsx'

interface ThumbnailProps {
  /** Empty: a blank of the same size. */
  file: string
  className: string
  /** Width in CSS pixels at which it is shown. */
  width?: number
  alt?: string
}

/** A small picture of an uploaded image. Drawings are shown whole, photographs fill their frame. */
export function Thumbnail({ file, className, width = 96, alt = '' }: ThumbnailProps) {
  if (file === '') return <span className={className} />
  const isDrawing = !hasVariants(file)
  return (
    <Picture
      file={file}
      alt={alt}
      sizes={`${width}px`}
      className={isDrawing ? `${className} ${className}--drawing` : className}
    />
  )
}
