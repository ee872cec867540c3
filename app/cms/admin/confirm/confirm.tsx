import { data, redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { ownerOf, type PasswordRefusal } from '#app/cms/people/guard/password-check.server.ts'
import { safeReturnTo } from '#app/cms/people/password-forms.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { PASSWORD_MINUTES } from '#app/cms/people/people-times.ts'
import { PasswordPage } from './password-page.tsx'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/**
 * The page `?returnTo=` that needs the password, and whether it was given recently enough. With
 * `?download=1` it is a file: then this page offers it, because a download replaces no page. Other pages are redirected
 * to.
 */
export const loader = adminLoader('editor', ({ request, user }) => {
  const { returnTo, isDownload } = readQuery(request)
  const isConfirmed = user.isRecentlyAuthenticated
  if (isConfirmed && !isDownload) throw redirect(returnTo)
  return { ...ownerOf(currentSite().auth, user), returnTo, isDownload, isConfirmed }
})

/** Checks the `password`: 303 to the page, or the reasons of a refusal. */
export const action = passwordAction('editor', afterConfirmation, { asksPassword: 'always', refuse })

export const meta: MetaFunction = () => adminMeta('Confirm your password')

/** Asks for the password before a download or a form that needs it. */
export default function ConfirmPage() {
  const { returnTo, isDownload, isConfirmed, ...owner } = useLoaderData<typeof loader>()
  const { errors = {} } = useActionData<typeof action>() ?? {}
  const { pathname, search } = useLocation()
  const page = isDownload ? returnTo.replace(/\/[^/]*$/, '') : returnTo
  if (isConfirmed) return <Download href={returnTo} page={page} />
  return (
    <PasswordPage {...owner} errors={errors} action={pathname + search} cancelTo={page}>
      {isDownload ? 'This download needs your password.' : 'The next page needs your password.'}
    </PasswordPage>
  )
}

function Download({ href, page }: { href: string; page: string }) {
  return (
    <>
      <BackLink to={page}>Back</BackLink>
      <PageHead title="Password confirmed">
        You can download this file, and others, without the password for {PASSWORD_MINUTES} minutes.
      </PageHead>
      <p>
        {/* A full page load: the response is a file. */}
        <a className="btn btn--primary" href={href}>
          <Icon name="download" />
          Download
        </a>
      </p>
    </>
  )
}

function afterConfirmation({ request }: ActionFunctionArgs) {
  const { returnTo, isDownload } = readQuery(request)
  const { pathname, search } = new URL(request.url)
  return redirect(isDownload ? pathname + search : returnTo, 303)
}

function refuse({ status, errors, headers }: PasswordRefusal) {
  return data({ errors }, { status, headers })
}

function readQuery(request: Request) {
  const { searchParams } = new URL(request.url)
  const returnTo = safeReturnTo(searchParams.get('returnTo'))
  return { returnTo, isDownload: searchParams.has('download') }
}
