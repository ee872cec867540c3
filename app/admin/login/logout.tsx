import { redirect } from '@remix-run/node'
import { publicAction } from '#app/guard.server.ts'
import { currentSite } from '#app/site.server.ts'

/** Signing out is a post. A GET changes nothing. */
export function loader() {
  return redirect('/admin')
}

/** Ends the session and clears its cookie, even if the session had already ended. */
export const action = publicAction(async ({ request }) =>
  redirect('/admin/login', {
    status: 303,
    headers: { 'set-cookie': await currentSite().auth.sessions.endSession(request) },
  }),
)
