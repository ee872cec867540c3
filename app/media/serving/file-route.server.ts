import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from './file-response.server.ts'

/** Files that content refers to, where the production host does not answer them itself. */
export function loader({ request }: LoaderFunctionArgs) {
  return fileResponse(request)
}

/** Answers 405. */
export function action({ request }: ActionFunctionArgs) {
  return fileResponse(request)
}
