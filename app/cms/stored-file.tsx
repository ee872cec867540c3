import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { fileAccess, fileResponse } from '#app/cms/media/serving/serve-file.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * `/uploads/…`, and `/{folder}/…` for a folder of the uploads with its own address: the files that content refers to.
 * `/variants/photo-3f2a9c1b.jpg/640.avif`: an image in another width and format. `/confirmed/…`: a file after a
 * confirmation. Only used without the production host, which serves all of them itself.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return respond(request)
}

/** Responds with 405. */
export function action({ request }: ActionFunctionArgs) {
  return respond(request)
}

function respond(request: Request) {
  const site = currentSite()
  const access = fileAccess(site, () => site.auth.isStaff(request.headers.get('cookie')))
  return fileResponse(site.media, request, access)
}
