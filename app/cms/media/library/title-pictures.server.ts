import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { encodeTitlePictureJob } from '#app/cms/media/decoding/decoder-jobs.ts'
import type { Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { hasVariants } from '#app/cms/media/media-address.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { ReportProblem, TitlePictures } from './media-library.types.ts'

/** Part of the names, so that another design has other addresses. */
const DESIGN = 2

/** Characters of the font: those of the languages of Western Europe, and punctuation. */
const KNOWN_CHARACTERS = /^[\u0020-\u007e\u00a0-\u00ff\u2010-\u2026\u20ac\u20b9\u2122]+$/

/** The most pictures that are remembered; for each further page another one is shown. */
const MAX_PICTURES = 4_000

/** The pictures of one image. Beyond that number, those that no page of now asks for are removed. */
const MAX_PER_IMAGE = 20

/** In characters. Longer titles are not drawn. */
const MAX_TITLE_LENGTH = 200

/** Opens the pictures with titles. They are kept in the folder of an image's variants, and removed with them. */
export function openTitlePictures({
  storage,
  decoder,
  folder,
  hasImage,
  onProblem,
}: {
  storage: Storage
  decoder: Decoder
  /** The folder of all variants. */
  folder: string
  /** True for a public image. */
  hasImage: (file: string) => boolean
  onProblem: ReportProblem
}): TitlePictures {
  const design = designOfSite()
  const wanted = new Set<string>()
  /** Those that are made, or are being made, or cannot be. */
  const done = new Set<string>()
  const inTurn = limitConcurrency({ running: 1, waiting: MAX_PICTURES })
  let isClosed = false

  async function make(key: string, file: string, title: string) {
    const name = `${folder}/${key}`
    if (isClosed || !design || !wanted.has(key) || !hasImage(file)) return
    try {
      if (await storage.stat(name)) return
      const bytes = await decoder.run(encodeTitlePictureJob, {
        file: storage.pathOf(`uploads/${file}`),
        title,
        ...design,
      })
      await removeOldOf(file)
      await storage.commit([{ name, bytes }])
    } catch (cause) {
      onProblem(`The picture with the title “${title}” could not be made. ${file} is shown instead.`, cause)
    }
  }

  async function removeOldOf(file: string) {
    const titled = (await storage.list(`${folder}/${file}`)).filter(({ name }) => isTitlePicture(name))
    if (titled.length < MAX_PER_IMAGE) return
    for (const { name } of titled) {
      if (!wanted.has(`${file}/${name}`)) await storage.remove(`${folder}/${file}/${name}`)
    }
  }

  return {
    addressOf({ file, title }) {
      if (!design || title.length > MAX_TITLE_LENGTH || !KNOWN_CHARACTERS.test(title)) return undefined
      if (!hasVariants(file) || !hasImage(file)) return undefined
      const hash = createHash('sha256').update(`${DESIGN} ${title}`).digest('hex').slice(0, 16)
      const key = `${file}/title-${hash}.jpg`
      if (!wanted.has(key) && wanted.size >= MAX_PICTURES) return undefined
      wanted.add(key)
      if (!done.has(key) && !isClosed) {
        if (done.size >= MAX_PICTURES) done.clear()
        done.add(key)
        void inTurn(() => make(key, file, title)).catch(() => done.delete(key))
      }
      return `/variants/${key}`
    },
    async find(file, name) {
      const key = `${file}/${name}`
      if (!wanted.has(key) || !hasImage(file)) return undefined
      if (await storage.stat(`${folder}/${key}`).catch(() => undefined)) {
        return { folder: storage.pathOf(folder), path: key, isReady: true }
      }
      return { folder: storage.pathOf('uploads'), path: file, isReady: false }
    },
    forget() {
      wanted.clear()
      done.clear()
    },
    whenIdle: () => inTurn.onIdle(),
    async close() {
      isClosed = true
      await inTurn.onIdle()
    },
  }
}

/** The files of the site's design. Undefined for a site without them: it has no pictures with titles. */
function designOfSite() {
  const { resolve } = createRequire(import.meta.url)
  try {
    return { overlay: resolve('#title-picture/title-overlay.webp'), font: resolve('#title-picture/title.ttf') }
  } catch {
    return undefined
  }
}

/** True for the name of such a picture in the folder of the variants of an image. */
export function isTitlePicture(name: string) {
  return /^title-[0-9a-f]{16}\.jpg$/.test(name)
}
