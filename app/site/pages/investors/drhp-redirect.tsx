import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

/** `/investors/drhp`: the page's address has a capital letter, but many people type it in lower case. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/investors/Drhp${new URL(request.url).search}`, 308)
}
