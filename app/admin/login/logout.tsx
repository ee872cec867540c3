import { redirect } from '@remix-run/node'
import { publicAction } from '#app/guard.server.ts'
import { currentSite } from '#app/site.server.ts'

/** Signing out is a post; who only follows the address stays signed in. */
export function loader() {
  return redirect('/admin')
}

/** Ends the session, also where it had ended before: the cookie goes in any case. */
export const action = publicAction(async ({ request }) =>
  redirect('/admin/login', {
    status: 303,
    headers: { 'set-cookie': await currentSite().auth.sessions.endSession(request) },
  }),
)
