import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/media/serving/file-response.server.ts'
import { currentSite } from '#app/site.server.ts'

/** Files that content refers to, where the production host does not answer them itself. */
export function loader({ request }: LoaderFunctionArgs) {
  return fileResponse(currentSite().media, request)
}

/** Answers 405. */
export function action({ request }: ActionFunctionArgs) {
  return fileResponse(currentSite().media, request)
}
