import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { hasVariants, imageUrl, VARIANT_FORMATS, variantSrcSet, type ImageInfo } from './media-address.ts'
import './picture-focus-places.css'
import './picture-note.css'

type Images = Record<string, ImageInfo>

const ImagesContext = createContext<Images | undefined>(undefined)

/** Provides the pictures below it with the size of their files; `images` comes from the loader (`resolveImages`). */
export function ImagesProvider({ images, children }: { images: Images; children: ReactNode }) {
  return <ImagesContext.Provider value={images}>{children}</ImagesContext.Provider>
}

/** Whether there is a picture to show: false for an empty file name, and for a file that is not uploaded. */
export function useHasPicture(): (file: string) => boolean {
  const images = useContext(ImagesContext)
  // The size of a drawing is not always provided.
  return (file) => file !== '' && (images === undefined || file in images || !hasVariants(file))
}

interface PictureProps {
  /** File name of an upload. If it is empty or the file no longer exists, nothing is shown. */
  file: string
  /** Empty for a decorative picture. */
  alt: string
  /** Width at which the picture is shown, as in HTML: `(min-width: 64rem) 50vw, 100vw`. */
  sizes: string
  className?: string
  /** For the picture that a visitor sees first: it is not lazy, and fetched before others. */
  priority?: boolean
  /** Size in pixels if the file's own does not apply, as for drawings. */
  width?: number
  height?: number
  /** Called if the file could not be loaded. */
  onMissing?: () => void
}

/**
 * An uploaded image in the widths and formats that the browser may choose from, with its space reserved while it loads,
 * and with the note of the picture on it, if it has one.
 * Renders nothing if the file does not exist or does not load.
 */
export function Picture(props: PictureProps) {
  const hasPicture = useHasPicture()
  return hasPicture(props.file) ? <LoadedPicture key={props.file} {...props} /> : null
}

function LoadedPicture({ file, alt, sizes, className, priority = false, width, height, onMissing }: PictureProps) {
  const info = useContext(ImagesContext)?.[file]
  const image = useRef<HTMLImageElement>(null)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {}
    // The image failed before hydration, so React missed its event.
    if (complete && naturalWidth === 0) image.current?.dispatchEvent(new Event('error'))
  }, [])

  if (hasFailed) return null
  const note = alt === '' ? undefined : info?.note
  const img = (
    <img
      src={imageUrl(file)}
      alt={alt}
      className={note === undefined ? className : undefined}
      data-focus={info?.focus}
      width={width ?? info?.width}
      height={height ?? info?.height}
      loading={priority ? 'eager' : 'lazy'}
      fetchpriority={priority ? 'high' : undefined}
      decoding="async"
      ref={image}
      onError={() => {
        setHasFailed(true)
        onMissing?.()
      }}
    />
  )
  const picture =
    !info || info.hasAssumedSize || !hasVariants(file) ? (
      img
    ) : (
      <picture>
        {VARIANT_FORMATS.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={variantSrcSet(info, format)} sizes={sizes} />
        ))}
        {img}
      </picture>
    )
  if (note === undefined) return picture
  return (
    <span className={className === undefined ? 'noted' : `noted ${className}`}>
      {picture}
      <small>{note}</small>
    </span>
  )
}
