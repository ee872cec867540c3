import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { ownerOf, type PasswordRefusal } from '#app/cms/people/guard/password-check.server.ts'
import { safeReturnTo } from '#app/cms/people/password-forms.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * The page `?returnTo=` that needs the password, and whether it was given within the last ten minutes. With
 * `?download=1` it is a file: then this page offers it, because a download replaces no page. Other pages are redirected
 * to.
 */
export const confirmLoader = adminLoader('editor', ({ request, user }) => {
  const { returnTo, isDownload } = readQuery(request)
  const isConfirmed = user.isRecentlyAuthenticated
  if (isConfirmed && !isDownload) throw redirect(returnTo)
  return { ...ownerOf(currentSite().auth, user), returnTo, isDownload, isConfirmed }
})

/** Checks the `password`: 303 to the page, or the reasons of a refusal. */
export const confirmAction = passwordAction('editor', afterConfirmation, { asksPassword: 'always', refuse })

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
