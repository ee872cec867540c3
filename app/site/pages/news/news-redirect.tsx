import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { withQueryOf } from '#app/cms/platform/http/redirect-target.ts'

/** `/news`: all articles are on the page of news and events. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(withQueryOf(request, '/events'), 308)
}
