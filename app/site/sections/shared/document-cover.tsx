import { Picture } from '#app/cms/media/picture.tsx'
import './document-cover.css'

/** The first page of a document, for the head of the page about it: `file` is its picture. */
export function DocumentCover({ file, alt }: { file: string; alt: string }) {
  return (
    <div className="cover">
      <Picture file={file} alt={alt} sizes="20rem" priority />
    </div>
  )
}
