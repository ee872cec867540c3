import type { ClientActionFunctionArgs } from '@remix-run/react'
import { PanelForm } from '#app/editing/fields/panel-form.tsx'
import { NewPasswordFields, PasswordField } from '#app/editing/fields/plain-field.tsx'
import type { PasswordErrors } from './account.server.ts'
import { keepPage } from '#app/editing/form/save-reply.ts'
import { forgetToken } from '#app/admin/login/sign-in.ts'

interface PasswordFormProps {
  username: string
  /** Why the last try was refused. */
  errors: PasswordErrors | undefined
}

/** Current password, new one, and the new one once more. Nothing typed is ever sent back. */
export function PasswordForm({ username, errors = {} }: PasswordFormProps) {
  return (
    <PanelForm
      id="password"
      heading="Change password"
      intent="password"
      button="Change password"
      busyButton="Saving..."
      refusal={{
        title: 'The password was not changed.',
        errors,
        otherwise: Object.values(errors).flat().join('. '),
      }}
      preventScrollReset
    >
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <PasswordField id="password-current" name="current" label="Current password" errors={errors.current} />
      <NewPasswordFields label="New password" errors={errors} />
      <p className="field__help">Ends every other session and all API tokens. You stay signed in here.</p>
    </PanelForm>
  )
}

/**
 * The browser's part of the account page's posts. If the server cannot be reached, the forms stay as they were typed.
 * After a change the stored token is no longer valid and is removed.
 */
export async function changePasswordHere(args: ClientActionFunctionArgs): Promise<unknown> {
  const fields = await args.request.clone().formData()
  const name = fields.get('name')
  if (fields.get('intent') === 'name' && typeof name === 'string') return keepNameForm(name)(args)
  if (fields.get('intent') !== 'password') return args.serverAction()
  try {
    return await keepPasswordForm(args)
  } catch (error) {
    // Going on to a page: the password is changed, or the session has ended and its token with it.
    if (error instanceof Response) forgetToken()
    throw error
  }
}

const keepNameForm = (value: string) => keepPage((reason) => ({ refusedName: { value, errors: [reason] } }))

const keepPasswordForm = keepPage((reason): { errors: PasswordErrors } => ({ errors: { form: [reason] } }))
