import { createContext, useContext, type ReactNode } from 'react'
import { hasVariants, imageUrl, VARIANT_FORMATS, variantSrcSet, type ImageInfo } from './image-url.ts'

type Images = Record<string, ImageInfo>

const ImagesContext = createContext<Images>({})

/** Tells the pictures below it how large their files are; `images` comes from the loader (`imagesIn`). */
export function ImagesProvider({ images, children }: { images: Images; children: ReactNode }) {
  return <ImagesContext.Provider value={images}>{children}</ImagesContext.Provider>
}

interface PictureProps {
  /** File name of an upload. Empty: nothing is shown. */
  file: string
  /** Empty for a decorative picture. */
  alt: string
  /** Width at which the picture is shown, as in HTML: `(min-width: 64rem) 50vw, 100vw`. */
  sizes: string
  className?: string
  /** For the one picture a visitor sees first: not lazy, and fetched before others. */
  priority?: boolean
  /** Size in pixels where the file's own does not apply, as for drawings. */
  width?: number
  height?: number
}

/** An uploaded image in the widths and formats the browser may choose from, with its room kept while it loads. */
export function Picture({ file, alt, sizes, className, priority = false, width, height }: PictureProps) {
  const info = useContext(ImagesContext)[file]
  if (file === '') return null
  const image = (
    <img
      src={imageUrl(file)}
      alt={alt}
      className={className}
      width={width ?? info?.width}
      height={height ?? info?.height}
      loading={priority ? 'eager' : 'lazy'}
      fetchpriority={priority ? 'high' : undefined}
      decoding="async"
    />
  )
  if (!info || !hasVariants(file)) return image
  return (
    <picture>
      {VARIANT_FORMATS.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={variantSrcSet(info, format)} sizes={sizes} />
      ))}
      {image}
    </picture>
  )
}
