import { fileAt } from '#app/cms/media/media-address.ts'
import { fileType } from './file-type.ts'

/** A film of a document, and its captions. All addresses are those of files of ours. */
export interface DocumentFilm {
  title: string
  fileUrl: string
  captions: { title: string; language: string; fileUrl: string }[]
}

interface FilesOfDocument {
  title: string
  language: string
  fileUrl: string
  files: readonly { title: string; language: string; fileUrl: string }[]
}

/**
 * The films that a document has, the main file first. Captions belong to the film before them, or to the first one.
 * A file of another site is none of them: the pages of this site play only its own.
 */
export function filmsOf({ title, language, fileUrl, files }: FilesOfDocument): DocumentFilm[] {
  const all = [{ title, language: '', fileUrl }, ...files].filter((file) => fileAt(file.fileUrl) !== undefined)
  const films: DocumentFilm[] = all
    .filter(isFilm)
    .map((film) => ({ title: film.title, fileUrl: film.fileUrl, captions: [] }))
  all.forEach((file, at) => {
    if (!isCaptions(file)) return
    const before = all.slice(0, at).filter(isFilm).length
    films[Math.max(0, before - 1)]?.captions.push({
      title: file.title,
      language: file.language || language,
      fileUrl: file.fileUrl,
    })
  })
  return films
}

function isFilm({ fileUrl }: { fileUrl: string }) {
  return fileType(fileUrl) === 'MP4'
}

/** True for the captions of a film. */
export function isCaptions({ fileUrl }: { fileUrl: string }): boolean {
  return fileType(fileUrl) === 'VTT'
}

/** The titles of the films of ours that have no captions. */
export function filmsWithoutCaptions(document: FilesOfDocument): string[] {
  return filmsOf(document).flatMap(({ title, captions }) => (captions.length === 0 ? [title] : []))
}
