import { redirect } from '@remix-run/node'
import { publicAction } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Only a POST signs out. A GET changes nothing. */
export function loader() {
  return redirect('/admin')
}

/** Ends the session and clears its cookie, even if the session had already ended. */
export const action = publicAction(async ({ request, actor }) => {
  const { audit, auth } = currentSite()
  const account = (await auth.sessions.readSession(request))?.account
  const cookie = await auth.sessions.endSession(request)
  if (account)
    audit.record({ kind: 'sign-in.ended', actor: { ...actor, user: { id: account.id, name: account.name } } })
  return redirect('/admin/login', { status: 303, headers: { 'set-cookie': cookie } })
})
