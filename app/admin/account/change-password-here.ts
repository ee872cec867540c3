import type { ClientActionFunctionArgs } from '@remix-run/react'
import { keepPage } from '#app/editing/form/keep-form.ts'
import { forgetToken } from '#app/editing/form/stored-login.ts'
import type { PasswordErrors } from './account.server.ts'

/**
 * The browser's part of the account page's posts. Where the server cannot be reached, a password form stays as it was typed.
 * Once the password is changed, the stored token is of no use any more and goes.
 */
export async function changePasswordHere(args: ClientActionFunctionArgs): Promise<unknown> {
  const fields = await args.request.clone().formData()
  if (fields.get('intent') !== 'password') return args.serverAction()
  try {
    return await keepPasswordForm(args)
  } catch (error) {
    // Going on to a page: the password is changed, or the session has ended and its token with it.
    if (error instanceof Response) forgetToken()
    throw error
  }
}

const keepPasswordForm = keepPage((reason): { errors: PasswordErrors } => ({ errors: { form: [reason] } }))
