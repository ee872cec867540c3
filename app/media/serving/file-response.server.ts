import { serveFile } from './address-answer.server.ts'
import type { Media } from '#app/media/media.server.ts'
import { streamOf } from './file-body.server.ts'

/** As `serveFile`, for a loader or action: the form in which Remix sends it where the host does not. */
export async function fileResponse(
  media: Pick<Media, 'library' | 'uploadsDir'>,
  { url, method, headers: sent }: Request,
): Promise<Response> {
  const header = (name: string) => sent.get(name) ?? undefined
  const { status, headers, body } = await serveFile(media, new URL(url).pathname, { method, header })
  return new Response(body ? streamOf(body) : null, { status, headers })
}
