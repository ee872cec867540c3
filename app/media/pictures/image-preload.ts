import { hasVariants, variantSrcSet, type ImageInfo } from './image-url.ts'

/**
 * The head's tag that fetches an image before the page is laid out, in the best format there is: browsers that cannot show
 * it ignore the tag and fetch another one later. No tag for a drawing or where there is no image. `sizes` must be what the
 * picture says, or it is fetched twice.
 */
export function imagePreload(image: ImageInfo | undefined, sizes: string) {
  if (!image || !hasVariants(image.file)) return []
  return [
    {
      tagName: 'link' as const,
      rel: 'preload',
      as: 'image',
      type: 'image/avif',
      imageSrcSet: variantSrcSet(image, 'avif'),
      imageSizes: sizes,
      fetchpriority: 'high',
    },
  ]
}
