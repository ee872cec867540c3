import { Link, useLocation } from '@remix-run/react'
import type { PasswordOwner } from '#app/cms/people/guard/password-check.server.ts'
import { PasswordField } from '#app/cms/editing/fields/plain-form.tsx'

interface PasswordAgainProps {
  id: string
  /** Undefined if the password was given recently enough: then nothing is asked. */
  owner: PasswordOwner | undefined
  help?: string
  errors: string[] | undefined
}

/** The field for the person's password in a form whose act needs it, with the way to use a passkey instead. */
export function PasswordAgain({ id, owner, help, errors }: PasswordAgainProps) {
  const { pathname, search } = useLocation()
  if (!owner) return null
  return (
    <>
      <UsernameHint username={owner.username} />
      <PasswordField
        id={id}
        name="password"
        label="Your password"
        errors={errors}
        {...(help !== undefined && { help })}
      />
      {owner.canUsePasskey && (
        <p className="field__help">
          <Link to={`/admin/confirm?returnTo=${encodeURIComponent(pathname + search)}`}>Use a passkey instead</Link>
        </p>
      )}
    </>
  )
}

/** Shows password managers which account a password belongs to. It is not sent. */
export function UsernameHint({ username }: { username: string }) {
  return <input type="text" value={username} autoComplete="username" readOnly hidden />
}
