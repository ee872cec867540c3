import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/cms/media/serving/file-response.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * `/uploads/…`, and `/{folder}/…` for a folder of the uploads with its own address: the files that content refers to.
 * `/variants/photo-3f2a9c1b.jpg/640.avif`: an image in another width and format. Only used without the production host,
 * which serves all of them itself.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return respond(request)
}

/** Responds with 405. */
export function action({ request }: ActionFunctionArgs) {
  return respond(request)
}

function respond(request: Request) {
  const { media, auth } = currentSite()
  return fileResponse(media, request, () => auth.isStaff(request.headers.get('cookie')))
}
