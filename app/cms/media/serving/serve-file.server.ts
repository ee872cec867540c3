import path from 'node:path'
import { openServedFile, streamOf } from './served-file.server.ts'
import { isNoFileOfSite } from '#app/cms/storage/folders/folder-care.server.ts'
import { isNamedByContent } from '#app/cms/media/library/content-hash.server.ts'
import { type FileRequest } from './file-conditions.ts'
import { isTitlePicture } from '#app/cms/media/library/title-pictures.server.ts'
import { addressOf, confirmedAt, fileAt, VARIANT_FORMATS, type VariantFormat } from '#app/cms/media/media-address.ts'
import { STAGED } from '#app/cms/media/uploads/staged-files.server.ts'
import { isPlainName } from '#app/cms/media/uploads/stored-name.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { ConfirmedFiles } from './confirmed-files.server.ts'
import {
  fileCacheControl,
  FIXED_CACHE_CONTROL,
  isRead,
  notAllowed,
  notFound,
  refusal,
  respondWithFile,
  toConfirmation,
  unavailable,
  type FileLocation,
  type FileResponse,
} from './file-response.server.ts'

type ServedMedia = Pick<Media, 'library' | 'documents' | 'storage' | 'noteMissing'> & {
  staged: Pick<Media['staged'], 'isShown' | 'isHidden'>
}

/** Seconds after which a program may ask again for a file that is on its way to this machine. */
const COMING_RETRY_AFTER = 5

/** What decides about a request for a file besides the folders. */
interface FileAccess {
  /** Checks the session of the request. */
  isStaff: () => Promise<boolean>
  /** True for a file that only staff may get, by its path below the uploads folder. */
  isWithheld: (file: string) => boolean
  /** What visitors read at the addresses of a withheld file that was public, by its path. */
  goneBecause: (file: string) => string | undefined
  /** The page on which visitors confirm a text before they get a file, by its path; undefined if they need not. */
  confirmationOf: (file: string) => string | undefined
  /** Checks the signature of an address that visitors get after a confirmation. */
  isConfirmed: ConfirmedFiles['isValid']
  /**
   * The path below the uploads folder of the file at a fixed address; undefined for another address, and for a file that
   * needs a confirmation.
   */
  fixedFile: (pathname: string) => string | undefined
}

/** What the rules of a site say about its files, by their paths below the uploads folder. */
export function fileRestrictions(site: SiteReader, { fileRules }: Pick<SiteDefinition, 'fileRules'>) {
  const isWithheld = (file: string) => fileRules?.isWithheld(site, file) ?? false
  const confirmationOf = (file: string) => fileRules?.confirmation?.(site, file)
  return {
    isWithheld,
    confirmationOf,
    /** True for a file that visitors do not get at its own address. */
    isRestricted: (file: string) => isWithheld(file) || confirmationOf(file) !== undefined,
  }
}

/** The access to the files of a site, by the rules of its content. */
export function fileAccess(
  site: SiteReader & { definition: Pick<SiteDefinition, 'fileRules'>; confirmedFiles: Pick<ConfirmedFiles, 'isValid'> },
  isStaff: () => Promise<boolean>,
): FileAccess {
  const { fileRules } = site.definition
  const { isWithheld, confirmationOf } = fileRestrictions(site, site.definition)
  return {
    isStaff,
    isWithheld,
    goneBecause: (file) => fileRules?.goneBecause?.(site, file),
    confirmationOf,
    isConfirmed: (pathname) => site.confirmedFiles.isValid(pathname),
    fixedFile(pathname) {
      const { below, fileOf } = fileRules?.fixed ?? {}
      const segment = below !== undefined && pathname.startsWith(`${below}/`) ? pathname.slice(below.length + 1) : ''
      const file = segment === '' ? undefined : fileOf?.(site, segment)
      return file === undefined || confirmationOf(file) !== undefined ? undefined : file
    },
  }
}

/** True for the addresses of files, such as `/uploads/…` and `/variants/…`. */
export function isFileAddress(pathname: string): boolean {
  return pathname.startsWith('/variants/') || isConfirmedAddress(pathname) || fileAt(pathname) !== undefined
}

/** True for the addresses below which visitors get files after a confirmation, whether they are signed or not. */
export function isConfirmedAddress(pathname: string): boolean {
  return pathname.startsWith('/confirmed/')
}

/** True for the address of a public file in the indexes of the media, which report its changes. From memory. */
export function isPublicFile({ library, documents }: Pick<Media, 'library' | 'documents'>, pathname: string): boolean {
  const { name } = requestedFile(pathname) ?? {}
  return name !== undefined && (library.find(name) ?? documents.find(name)) !== undefined
}

/**
 * The response to a request for a file. `pathname` is the path of the address, not decoded: an encoded slash is no
 * slash. While a variant is not ready, the response is the image itself, which caches must not store.
 *
 * A file that the indexes know gets 503 instead of 404 while the uploads folder is missing or empty: its disk is not
 * mounted, and the file comes back with it. Search engines and caches forget a file after a 404.
 *
 * A staged file is for staff only. Staged files are not read before the session is checked, so that for all others its
 * address behaves like one that does not exist, also in its timing. The same holds for a file that is withheld and was
 * never public. One that was public answers 410 and says why.
 *
 * A file that needs a confirmation is served at a signed address only. Its own addresses, and signed ones that are not
 * valid, lead to the page where visitors confirm.
 */
export async function serveFile(
  media: ServedMedia,
  pathname: string,
  request: FileRequest,
  access: FileAccess,
): Promise<FileResponse> {
  const { isStaff, isWithheld, confirmationOf } = access
  // Before the rules are asked: the answer would tell that there is a file.
  if (!isRead(request.method)) return notAllowed(request)
  if (isConfirmedAddress(pathname)) return serveConfirmed(media, pathname, request, access)
  const fixed = access.fixedFile(pathname)
  if (fixed !== undefined) return serveFixed(media, fixed, pathname, request)
  const { name = '' } = requestedFile(pathname) ?? {}
  const confirmation = confirmationOf(name)
  if (isWithheld(name) || confirmation !== undefined) {
    if (request.header('cookie') !== undefined && (await isStaff())) {
      const location = await publicLocation(media, pathname)
      return respondWithFile(request, location && { ...location, cacheControl: STAFF_ONLY })
    }
    if (isWithheld(name) || confirmation === undefined) return withheld(media, name, request, access)
    return toConfirmation(confirmation)
  }
  const isMoving = media.staged.isShown(name)
  let location = await publicLocation(media, pathname)
  let response = await respondWithFile(request, location)
  if (response.status === 404 && isMoving) {
    // The file was moved to the uploads after the lookup.
    location = await publicLocation(media, pathname, { isMoved: true })
    response = await respondWithFile(request, location)
  }
  if (response.status !== 404) return response
  if (location && isComing(media, name)) return unavailable(request, COMING_RETRY_AFTER)
  if (location && isPublicFile(media, pathname) && (await areUploadsAway(media))) {
    media.noteMissing()
    return unavailable(request)
  }
  if (isMoving) return response
  if (request.header('cookie') === undefined || !(await isStaff())) return response
  return respondWithFile(request, await stagedLocation(media, pathname))
}

/** The file at a signed address. One that is withheld meanwhile is for staff only, at its own address. */
async function serveConfirmed(media: ServedMedia, pathname: string, request: FileRequest, access: FileAccess) {
  const { isWithheld, confirmationOf, isConfirmed } = access
  const { file } = confirmedAt(pathname) ?? {}
  // A path of several spellings would pass the rules under one of them.
  if (!file?.split('/').every(isPlainName)) return notFound(request)
  if (isWithheld(file)) return withheld(media, file, request, access)
  if (await isConfirmed(pathname))
    return servePublic(media, file, request, { cacheControl: 'no-store', isConfirmed: true })
  const confirmation = confirmationOf(file)
  if (confirmation === undefined) return notFound(request)
  return toConfirmation(`${confirmation}${confirmation.includes('?') ? '&' : '?'}again`)
}

/** The current file at a fixed address. Downloads are named after its last part. */
function serveFixed(media: ServedMedia, file: string, pathname: string, request: FileRequest) {
  const fixedName = path.basename(pathname, path.extname(file))
  return servePublic(media, file, request, { cacheControl: FIXED_CACHE_CONTROL, fixedName })
}

/** A public file at an address that is not its own. While it is being published, it is moved from the staged files. */
async function servePublic(
  media: ServedMedia,
  file: string,
  request: FileRequest,
  as: Pick<FileLocation, 'cacheControl' | 'fixedName' | 'isConfirmed'>,
) {
  const isMoving = media.staged.isShown(file)
  const locationOf = async (options?: { isMoved: boolean }) => {
    const location = await publicLocation(media, addressOf(file), options)
    return location && { ...location, ...as }
  }
  const response = await respondWithFile(request, await locationOf())
  if (response.status !== 404) return response
  if (isComing(media, file)) return unavailable(request, COMING_RETRY_AFTER)
  if (isMoving) return respondWithFile(request, await locationOf({ isMoved: true }))
  if (!isPublicFile(media, addressOf(file)) || !(await areUploadsAway(media))) return response
  media.noteMissing()
  return unavailable(request)
}

async function areUploadsAway({ storage }: ServedMedia) {
  try {
    return (await storage.list('uploads')).every(({ name }) => isNoFileOfSite(name))
  } catch {
    return true
  }
}

interface RequestedFile {
  /** Path below the uploads folder. */
  name: string
  variant?: { width: number; format: VariantFormat | undefined }
  /** Name of the picture with a title. */
  titlePicture?: string
}

/** `/uploads/documents/x.pdf`, or `/variants/photo-3f2a9c1b.jpg/640.avif`: an image in another width and format. */
function requestedFile(pathname: string): RequestedFile | undefined {
  const file = fileAt(pathname)
  if (file !== undefined) return { name: file }
  const [, titled, titlePicture = ''] = /^\/variants\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  if (titled !== undefined && isTitlePicture(titlePicture)) return { name: titled, titlePicture }
  const [, name, width, extension] = /^\/variants\/([^/]+)\/([1-9]\d{0,4})\.([a-z]+)$/.exec(pathname) ?? []
  const format = VARIANT_FORMATS.find((known) => known === extension)
  return name === undefined ? undefined : { name, variant: { width: Number(width), format } }
}

/** A file that is being published is in the staged folder until it `isMoved`. */
async function publicLocation(
  media: ServedMedia,
  pathname: string,
  { isMoved = false } = {},
): Promise<FileLocation | undefined> {
  const { library, storage, staged } = media
  const requested = requestedFile(pathname)
  if (!requested) return undefined
  const { name, variant, titlePicture } = requested
  if (staged.isHidden(name)) return undefined
  const folder = storage.pathOf(staged.isShown(name) && !isMoved ? STAGED : 'uploads')
  if (!variant && titlePicture === undefined) return { folder, relative: name, file: name }
  const image = library.find(name)
  const found =
    image &&
    (titlePicture === undefined
      ? variant?.format && (await library.variant(name, variant.width, variant.format))
      : await library.titlePictures.find(name, titlePicture))
  if (!found) return undefined
  const state = { size: image.bytes, modified: image.modified }
  const cacheControl = found.isReady
    ? fileCacheControl(await isNamedByContent(path.join(folder, name), state))
    : 'no-store'
  return { folder: found.isReady ? found.folder : folder, relative: found.path, file: name, cacheControl }
}

const STAFF_ONLY = 'no-store, private'

/** For staff only. */
async function stagedLocation({ library, storage }: ServedMedia, pathname: string): Promise<FileLocation | undefined> {
  const requested = requestedFile(pathname)
  if (!requested) return undefined
  const { name, variant, titlePicture } = requested
  if (titlePicture !== undefined) return undefined
  const cacheControl = STAFF_ONLY
  if (!variant) return { folder: storage.pathOf(STAGED), relative: name, file: name, cacheControl }
  const found = variant.format && (await library.stagedVariant(name, variant.width, variant.format))
  return found && { folder: found.folder, relative: found.path, file: name, cacheControl }
}

/** Like serveFile, for a loader or action, because the site may run without the production host. */
export function fileResponse(media: ServedMedia, request: Request, access: FileAccess): Promise<Response> {
  return responseTo(request, (pathname, asked) => serveFile(media, pathname, asked, access))
}

/** The response of a route whose address serves a public file for now, by its path below the uploads folder. */
export function fixedFileResponse(media: ServedMedia, request: Request, file: string): Promise<Response> {
  return responseTo(request, (pathname, asked) => serveFixed(media, file, pathname, asked))
}

async function responseTo(
  { url, method, headers: sent, signal }: Request,
  serve: (pathname: string, request: FileRequest) => Promise<FileResponse>,
) {
  const header = (name: string) => sent.get(name) ?? undefined
  const { status, headers, body } = await serve(new URL(url).pathname, { method, header })
  return new Response(body ? streamOf(body, signal) : null, { status, headers })
}

/**
 * The response of every address of a file that visitors do not get: 410 with the reason if it was public, otherwise that
 * of an unknown address. A file that is staged, or is about to be, was published by a release that was undone.
 */
async function withheld(
  media: ServedMedia,
  file: string,
  request: FileRequest,
  { goneBecause }: Pick<FileAccess, 'goneBecause'>,
) {
  const wasPublic = isPublicFile(media, addressOf(file)) && !media.staged.isHidden(file)
  const message = wasPublic ? goneBecause(file) : undefined
  if (message !== undefined) return refusal({ status: 410, message, request })
  // An unknown file is looked up on the disk: the time of a response must not reveal which of the two it is.
  const found = await openServedFile(media.storage.pathOf('uploads'), `${file}.none`).catch(() => undefined)
  await found?.handle.close()
  return notFound(request)
}

/** True while a public file is on its way from the store to this machine. */
function isComing({ staged, storage }: ServedMedia, file: string) {
  const isPublic = file !== '' && !staged.isHidden(file)
  return (
    isPublic && (storage.isComing(`uploads/${file}`) || (staged.isShown(file) && storage.isComing(`${STAGED}/${file}`)))
  )
}
