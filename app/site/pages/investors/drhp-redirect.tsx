import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { withQueryOf } from '#app/cms/platform/http/redirect-target.ts'

/** `/investors/drhp`: the page's address has a capital letter, but many people type it in lower case. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(withQueryOf(request, '/investors/Drhp'), 308)
}
