import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { ImageInfo } from '#app/ui/image-url.ts'
import { ImagesProvider } from '#app/ui/picture.tsx'

/** An uploaded image as the picker shows it. */
export interface LibraryImage extends ImageInfo {
  bytes: number
}

const ImageLibraryContext = createContext<readonly LibraryImage[]>([])

/** `id` of the list of all file names, which text fields offer to choose from. */
export const FILE_NAMES_ID = 'image-files'

/** Gives the image fields and thumbnails below it the uploaded images. */
export function ImageLibraryProvider({ images, children }: { images: readonly LibraryImage[]; children: ReactNode }) {
  const byFile = useMemo(() => Object.fromEntries(images.map((image) => [image.file, image])), [images])
  return (
    <ImageLibraryContext.Provider value={images}>
      <ImagesProvider images={byFile}>
        {children}
        <datalist id={FILE_NAMES_ID}>
          {images.map(({ file }) => (
            <option key={file} value={file} />
          ))}
        </datalist>
      </ImagesProvider>
    </ImageLibraryContext.Provider>
  )
}

/** Every uploaded image. */
export function useImageLibrary() {
  return useContext(ImageLibraryContext)
}
