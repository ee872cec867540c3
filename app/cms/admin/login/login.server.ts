import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { AccountUnusable } from '#app/cms/people/account-format.server.ts'
import type { Auth } from '#app/cms/people/auth.server.ts'
import { publicAction } from '#app/cms/guard.server.ts'
import { loginFields, safeReturnTo } from '#app/cms/people/password-forms.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

interface LoginErrors {
  username?: string[] | undefined
  password?: string[] | undefined
  /** Errors that concern the whole form, for the alert. */
  form?: string[]
}

/**
 * The page to show after the sign-in, whether a form that was typed there is stored, where the first
 * password is while it was never used, and why signing in is not possible now. Redirects a browser that is already signed in.
 */
export async function loginLoader({ request }: LoaderFunctionArgs) {
  const returnTo = returnToOf(request)
  const problem = accountProblem()
  if (problem === undefined && (await currentSite().auth.sessions.readSession(request))) throw redirect(returnTo)
  return {
    returnTo,
    hasRecoveredForm: currentSite().auth.recoveredForms.hasForm(request, returnTo),
    problem,
    firstPassword: problem === undefined ? currentSite().auth.accounts.unusedFirstPassword() : undefined,
  }
}

/**
 * Signs in with `username` and `password`: 303 with a session cookie to the requested page, or, if the account has a
 * second factor, 303 to the page that asks for it. A refusal returns the user name (never the password) and the
 * messages: 422 a field is missing, 401 'Invalid credentials', 429 too many attempts, 503 the account file cannot be
 * used.
 */
export const loginAction = publicAction(async ({ request, context }) => {
  const { fields, form } = await readSmallForm(request)
  const username = textOf(fields['username'])
  const checked = loginFields.safeParse(fields)
  if (!checked.success) return failure(422, username, z.flattenError(checked.error).fieldErrors)
  try {
    const account = await currentSite().auth.authenticateForm(request, form, context.clientAddress)
    return await redirectAfterPassword({ request, account, address: context.clientAddress })
  } catch (error) {
    const { status, errors, headers } = formRefusal(error)
    return failure(status, username, errors, headers)
  }
})

/**
 * Responds to the right password: 303 to the requested page with a session, or to the page that asks for the second
 * factor.
 */
async function redirectAfterPassword(signIn: Parameters<Auth['continueAfterPassword']>[0]) {
  const { cookies, needsSecondFactor } = await currentSite().auth.continueAfterPassword(signIn)
  const returnTo = returnToOf(signIn.request)
  const response = redirect(needsSecondFactor ? secondFactorHref(returnTo) : returnTo, 303)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Address of the page that asks for the second factor and then redirects to `returnTo`. */
export function secondFactorHref(returnTo: string): string {
  return `/admin/login/second-factor?returnTo=${encodeURIComponent(returnTo)}`
}

/** The company's name, and the picture beside the form. */
export function loginArt() {
  const { definition, media } = currentSite()
  const art = definition.signInImage?.(currentSite()) ?? ''
  return { art, images: resolveImages(art, media.library), companyName: definition.companyName(currentSite()) }
}

function accountProblem() {
  try {
    currentSite().auth.accounts.currentAccounts()
    return undefined
  } catch (error) {
    if (error instanceof AccountUnusable) return error.message
    throw error
  }
}

function failure(status: number, username: string, errors: LoginErrors, headers: Record<string, string> = {}) {
  return data({ values: { username }, errors }, { status, headers })
}

/** The page to show after the sign-in, from `?returnTo=`. */
export function returnToOf(request: Request) {
  return safeReturnTo(new URL(request.url).searchParams.get('returnTo'))
}
