import { Picture, useHasPicture } from '#app/cms/media/picture.tsx'
import './portrait.css'

interface PortraitProps {
  /** File of the portrait; empty if there is none. */
  file: string
  name: string
  /** Width of the portrait, as in HTML's `sizes`. */
  sizes: string
}

/** The portrait of a person, or their initials in a ring. Decorative: the name is beside it. */
export function Portrait({ file, name, sizes }: PortraitProps) {
  const hasPicture = useHasPicture()
  if (hasPicture(file)) return <Picture className="portrait" file={file} alt="" sizes={sizes} />
  return (
    <span className="portrait portrait--initials" aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** The first letters of the first and the last word. */
function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [words[0], last].map((word) => Array.from(word ?? '')[0] ?? '').join('')
}
