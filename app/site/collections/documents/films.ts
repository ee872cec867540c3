import { fileAt } from '#app/cms/media/media-address.ts'
import { fileType } from './file-type.ts'

/** A film of a document, and its captions. All addresses are those of files of ours. */
interface DocumentFilm {
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
export function filmsOf(document: FilesOfDocument): DocumentFilm[] {
  return filmsWithFiles(document).map(({ title, fileUrl, captions }) => ({
    ...{ title, fileUrl },
    captions: captions.map((file) => ({ title: file.title, language: file.language, fileUrl: file.fileUrl })),
  }))
}

/**
 * Captions in a language that the film has already: players cannot tell them apart. `at`: their place among the further
 * files.
 */
export function repeatedCaptions(document: FilesOfDocument): { at: number; film: string; language: string }[] {
  return filmsWithFiles(document).flatMap(({ title, captions }) =>
    captions
      .filter(({ language }, index) => captions.findIndex((other) => other.language === language) < index)
      .map(({ at, language }) => ({ at, film: title, language })),
  )
}

function filmsWithFiles({ title, language, fileUrl, files }: FilesOfDocument) {
  const main = { at: -1, title, language: '', fileUrl }
  const all = [main, ...files.map((file, at) => ({ ...file, at }))].filter((file) => fileAt(file.fileUrl) !== undefined)
  const films = all.filter(isFilm).map((film) => ({ ...film, captions: [] as typeof all }))
  all.forEach((file, index) => {
    if (!isCaptions(file)) return
    const before = all.slice(0, index).filter(isFilm).length
    films[Math.max(0, before - 1)]?.captions.push({ ...file, language: file.language || language })
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
