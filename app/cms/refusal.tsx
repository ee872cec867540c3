import type { LoaderFunctionArgs } from '@remix-run/node'

/**
 * `/~/refusal`, which only the host requests: the page of a request that this process refuses, with the reason of the
 * context. Visitors get 404, as for any unknown address.
 */
export function loader({ context }: LoaderFunctionArgs) {
  throw new Response(context.refusal ?? null, { status: context.refusal === undefined ? 404 : 503 })
}

/** Never rendered, but without it the response would be no page. */
export default function Refusal() {
  return null
}
