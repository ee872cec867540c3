import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { confirmAction, confirmLoader } from './confirm.server.ts'
import { PasswordPage } from './password-page.tsx'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = confirmLoader
export const action = confirmAction

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
        You can download this file, and others, without the password for 10 minutes.
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
