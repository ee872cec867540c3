/** What the loader of a page knows of its pictures. */
type Images = Readonly<Record<string, { file: string; width?: number; height?: number } | undefined>>

/** A picture of the uploads; nothing if there is none. */
export function Photo({ file, alt, images }: { file: string; alt: string; images: Images }) {
  const image = images[file]
  return image && <img src={`/uploads/${image.file}`} alt={alt} width={image.width} height={image.height} />
}
