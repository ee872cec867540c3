import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { fileResponse } from '#app/media/file-response.server.ts'

/** `/uploads/…`: the files that content refers to. */
export function loader({ request }: LoaderFunctionArgs) {
  // From the address and not from `params`, which are decoded: an encoded slash is no slash.
  return fileResponse(request, env.uploadsDir, new URL(request.url).pathname.slice('/uploads/'.length))
}

/** Answers 405. */
export function action({ request }: ActionFunctionArgs) {
  return fileResponse(request, env.uploadsDir, '')
}
