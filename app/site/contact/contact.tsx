import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { ContactAddresses, ContactMap } from '#app/sections/contact-content/contact-page.tsx'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import type { ContactFailure } from './contact-failure.ts'
import { ContactForm } from './contact-form.tsx'
import { contactAction, readContact } from './contact.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import './contact.css'

export function loader({ request }: LoaderFunctionArgs) {
  return readContact(request)
}

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const action = contactAction

/** A message that did not even reach the server, or that it refused as a whole, must not take the form away. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>()
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = isRouteErrorResponse(error) && error.status < 500 ? String(error.data) : OUT_OF_REACH
    // As a response, because its status then keeps the router from loading the page again, which would fail as well.
    return Response.json({ values: {}, errors: {}, problem } satisfies ContactFailure, { status: 503 })
  }
}

const OUT_OF_REACH = 'The site cannot be reached. What you wrote is still in the form: try again in a moment.'

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, {
    title: 'Contact',
    description: `Addresses, telephone numbers and a contact form. ${page.data?.content?.description ?? ''}`,
  })

export default function Contact() {
  const { content, contacts, isSent } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageIntro title={content?.title ?? 'Contact'} lead={content?.description ?? ''} crumb="Contact" />
      <div className="wrap contact">
        <ContactAddresses contacts={contacts} />
        <ContactForm isSent={isSent} failure={failure} />
      </div>
      {content && (
        <ContactMap
          place={contacts?.registeredOffice.title ?? 'Where we are'}
          details={content.details}
          mapEmbedLink={content.mapEmbedLink}
        />
      )}
    </>
  )
}
