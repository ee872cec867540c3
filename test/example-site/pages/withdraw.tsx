import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { publicAction } from '#app/cms/guard.server.ts'
import { withdrawMessage } from '#app/cms/inbox/privacy/withdraw-message.server.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { WITHDRAW_PAGE } from '../addresses.ts'

/** Visitors withdraw a message here, by the link that they got with it. */
export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const content = { token: query.get('token') ?? '', isDone: query.has('done') }
  return data(content, { headers: { 'cache-control': 'no-store' } })
}

export const action = publicAction(async ({ request, actor }) => {
  const { fields } = await readSmallForm(request)
  if (await withdrawMessage(currentSite(), textOf(fields['token']), actor)) return redirect(`${WITHDRAW_PAGE}?done=1`)
  throw new Response('No message has this link.', { status: 404 })
})

export default function Withdraw() {
  const { token, isDone } = useLoaderData<typeof loader>()
  if (isDone) return <h1>Your message is withdrawn</h1>
  return (
    <Form method="post">
      <h1>Withdraw your message</h1>
      <input type="hidden" name="token" value={token} />
      <button type="submit">Withdraw</button>
    </Form>
  )
}
