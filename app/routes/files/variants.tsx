import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { fileResponse, notFound } from '#app/media/file-response.server.ts'
import { mediaLibrary } from '#app/media/media-library.server.ts'
import { VARIANT_FORMATS } from '#app/ui/image-url.ts'

/** `/variants/hero-3f2a9c1b.jpg/640.avif`: an image in another width and format. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { file = '', variant = '' } = params
  const { width, format } = parseVariant(variant)
  const found = format && (await mediaLibrary.variant(file, width, format))
  if (!found) return notFound()
  if (found.isReady) return fileResponse(request, found.folder, found.path)
  return fileResponse(request, found.folder, found.path, { cacheControl: 'no-store' })
}

/** Answers 405. */
export function action({ request }: ActionFunctionArgs) {
  return fileResponse(request, env.uploadsDir, '')
}

function parseVariant(variant: string) {
  const [, width, extension] = /^([1-9]\d{0,4})\.([a-z]+)$/.exec(variant) ?? []
  return { width: Number(width), format: VARIANT_FORMATS.find((format) => format === extension) }
}
