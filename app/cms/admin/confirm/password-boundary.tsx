import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { AdminError } from '#app/cms/admin/shell/admin-page.tsx'
import type { PasswordQuestion } from '#app/cms/people/guard/password-check.server.ts'
import { PasswordPage } from './password-page.tsx'

/** The error page of screens with acts that need the password: asks for it, and sends the same form again. */
export function PasswordBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || !isPasswordQuestion(error.data)) return <AdminError />
  const { passwordQuestion } = error.data
  return (
    // The text that was typed is found at the address to which its form is sent.
    <PasswordPage {...passwordQuestion} cancelTo={passwordQuestion.action}>
      Nothing is changed yet: this change needs your password.
    </PasswordPage>
  )
}

function isPasswordQuestion(data: unknown): data is PasswordQuestion {
  return typeof data === 'object' && data !== null && 'passwordQuestion' in data
}
