import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { DASHBOARD } from './admin-sidebar.tsx'
import type { Forbidden } from '#app/cms/guard.server.ts'
import { ROLE_TEXTS } from '#app/cms/people/roles.ts'
import { isQuestion, QuestionPage } from './question-page.tsx'
import { SendAgain } from './sent-form.tsx'
import { isNetworkError } from '#app/cms/ui/network-error.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'

/** Meta of a page of the admin area: its title, and no indexing. A child's meta replaces its parent's. */
export function adminMeta(title: string) {
  return [{ title: `${title} | Admin` }, { name: 'robots', content: 'noindex' }]
}

/** The error page of the admin area, also for an address that does not exist. It is shown inside the shell. */
export function AdminError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && isQuestion(error.data)) return <QuestionPage {...error.data} />
  const { title, text } =
    isRouteErrorResponse(error) && isForbidden(error.data) ? describeForbidden(error.data) : describe(error)
  return (
    <>
      <PageHead title={title} />
      <p>{text}</p>
      {isOfServer(error) && <SendAgain />}
      <p className="hint">
        <Link to={DASHBOARD}>To the dashboard</Link>
      </p>
    </>
  )
}

function describe(error: unknown) {
  if (isNetworkError(error)) {
    return {
      title: 'The page could not be loaded',
      text: 'The website cannot be reached. Check your connection, then reload this page.',
    }
  }
  if (isOfHost(error)) {
    return {
      title: 'The site cannot do this right now',
      text: 'Another server may be taking over. Try again in a few seconds.',
    }
  }
  if (!isRouteErrorResponse(error) || (error.status >= 500 && error.status !== 503 && error.status !== 507)) {
    return {
      title: 'Unexpected Application Error!',
      text: 'The page could not be shown. The details are in the server log.',
    }
  }
  if (error.status === 404) {
    return { title: 'Page not found', text: 'The address is wrong, or the page has been removed.' }
  }
  // A refused request, such as a form that is too large, or a full disk: the text is written for the administrator.
  return { title: 'This request cannot be carried out', text: String(error.data) }
}

/** True if the same request may succeed later: it did not reach the server, or the server could not carry it out. */
function isOfServer(error: unknown) {
  return !isRouteErrorResponse(error) || error.status >= 500
}

/** True if the response was not one of the app: a proxy, or a server that does not save, has refused the request. */
function isOfHost(error: unknown) {
  return error instanceof Error && error.message.startsWith('Unable to decode turbo-stream response')
}

function isForbidden(data: unknown): data is Forbidden {
  return typeof data === 'object' && data !== null && 'forbidden' in data
}

function describeForbidden({ forbidden: { needed } }: Forbidden) {
  const { label } = ROLE_TEXTS[needed]
  return {
    title: 'You do not have access to this page',
    text: `This page needs the role ${label}. If you need the page for your work, ask an administrator of this website to change your role.`,
  }
}
