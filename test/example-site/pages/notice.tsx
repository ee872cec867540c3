import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { publicAction } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { noticeOf, recallWithKey } from '../recalls/recall-files.ts'
import '../look.css'

/** The fixed address of a notice that the host does not serve: that of a recall that has ended, or of none. */
export function loader({ params }: LoaderFunctionArgs) {
  const recall = recallWithKey(currentSite(), params['key'] ?? '')
  return data({ endedOn: recall?.endedOn }, recall ? 200 : 404)
}

/** Leads to the notice once visitors have read that the recall has ended. */
export const action = publicAction(async ({ params }) => {
  const file = noticeOf(recallWithKey(currentSite(), params['key'] ?? ''))
  const address = file && (await currentSite().confirmedFiles.sign(file))
  return redirect(address ?? '/', 303)
})

export default function NoticePage() {
  const { endedOn } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>{endedOn ? `This recall has ended on ${endedOn}.` : 'There is no such notice.'}</h1>
      {endedOn && (
        <form method="post">
          <button>Read the notice all the same</button>
        </form>
      )}
    </main>
  )
}
