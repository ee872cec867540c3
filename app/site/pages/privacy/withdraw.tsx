import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { publicAction } from '#app/cms/guard.server.ts'
import { withdrawMessage } from '#app/cms/inbox/privacy/withdraw-message.server.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { PRIVACY_PAGE, WITHDRAW_PAGE } from '#app/site/addresses/privacy-address.ts'
import { hiddenPageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { currentNotice } from '#app/site/sections/privacy-notice/notice-versions.server.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import './withdraw.css'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** The page says the same for every token: whether a message is there, only its sender learns by the button. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams
  const notice = currentNotice(currentSite())?.notice
  const content = {
    token: query.get('token')?.slice(0, 200) ?? '',
    isDone: query.has('done'),
    contact: notice && { name: notice.contactName, email: notice.contactEmail },
  }
  // No other site learns the token. Without any referrer, a browser does not say from which site the form comes.
  return data(content, { headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** Withdraws the message of the token: 303 to the page that says so, 404 for any other token, 503 if it is not stored. */
export const action = publicAction(async ({ request, actor, context }) => {
  const { fields } = await readSmallForm(request)
  try {
    const isWithdrawn = await withdrawMessage(currentSite(), textOf(fields['token']), actor)
    if (isWithdrawn) return redirect(`${WITHDRAW_PAGE}?done=1`, 303)
    return data({ problem: 'This link is not valid, or its message has already been removed.' }, { status: 404 })
  } catch (err) {
    log.error({ err, requestId: context.requestId }, 'A message could not be withdrawn')
    return data({ problem: 'This cannot be saved at the moment. Try again, or write to us.' }, { status: 503 })
  }
})

export const meta: PageMeta<typeof loader> = (route) => hiddenPageMeta(route, 'Withdraw a message')

/** One page and one button: as easy as sending. */
export default function Withdraw() {
  const { token, isDone, contact } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageIntro
        title={isDone ? 'Your message is withdrawn' : 'Withdraw your message'}
        lead={isDone ? '' : 'We then no longer use it, and do not answer it.'}
        trail={[{ label: 'Privacy policy', to: PRIVACY_PAGE }]}
        crumb="Withdraw"
      />
      <div className="wrap withdraw">
        {isDone ? (
          <p role="status">
            It is sealed: nobody works with it. The law asks us to keep it for one year from its arrival, then the
            website removes it.
          </p>
        ) : (
          <Form method="post" action={WITHDRAW_PAGE}>
            <input type="hidden" name="token" value={token} />
            {failure && (
              <p className="withdraw__problem" role="alert">
                {failure.problem}
              </p>
            )}
            <p>You need no account and give no reason.</p>
            <button type="submit" className="btn btn--accent">
              Withdraw my message
            </button>
          </Form>
        )}
        {contact && (
          <p>
            Questions about your data: {contact.name}, <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </p>
        )}
      </div>
    </>
  )
}
