import path from 'node:path'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { fileResponse } from '#app/media/file-response.server.ts'

/** `/policies/…`: the company's policies, which lie in the folder of that name in uploads. */
export function loader({ request }: LoaderFunctionArgs) {
  // From the address and not from `params`, which are decoded: an encoded slash is no slash.
  return fileResponse(request, policiesFolder(), new URL(request.url).pathname.slice('/policies/'.length))
}

/** Answers 405. */
export function action({ request }: ActionFunctionArgs) {
  return fileResponse(request, policiesFolder(), '')
}

function policiesFolder() {
  return path.join(env.uploadsDir, 'policies')
}
