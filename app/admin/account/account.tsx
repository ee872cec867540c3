import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { PasswordForm } from './account-password-form.tsx'
import { SessionList } from './account-sessions.tsx'
import { accountAction, accountLoader } from './account.server.ts'
import { changePasswordHere } from './change-password-here.ts'
import './account.css'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-error.tsx'

export const loader = accountLoader
export const action = accountAction
export const clientAction = changePasswordHere

export const meta: MetaFunction = () => adminMeta('Account')

/** The administrator's own password and sessions. */
export default function AccountPage() {
  const { username, sessions, programCount } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const thisSession = sessions.find(({ isThis }) => isThis)
  return (
    <>
      <PageHead title="Account">
        Signed in as <b>{username}</b>
      </PageHead>
      {/* After a change the session is another one: a new form, with nothing left in it. */}
      <PasswordForm key={thisSession?.hash} username={username} errors={reply?.errors} />
      <SessionList sessions={sessions} programCount={programCount} />
    </>
  )
}
