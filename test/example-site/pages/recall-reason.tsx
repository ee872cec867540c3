import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { currentSite } from '#app/cms/site.server.ts'
import { recallWithKey } from '../recalls/recall-files.ts'
import '../look.css'

/** Why a bread was called back. */
export function loader({ params }: LoaderFunctionArgs) {
  const recall = recallWithKey(currentSite(), params['key'] ?? '')
  return data({ reason: recall?.reason }, recall ? 200 : 404)
}

export default function RecallReason() {
  return (
    <main className="shop">
      <h1>{useLoaderData<typeof loader>().reason ?? 'There is no such recall.'}</h1>
    </main>
  )
}
