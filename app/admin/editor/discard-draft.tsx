import { redirect } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { safeReturnTo } from '#app/auth/guard/return-to.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { currentSite } from '#app/site.server.ts'

/** Discarding is a post; who only follows the address loses nothing. */
export const loader = adminLoader(() => redirect('/admin'))

/** Forgets what was typed into the form at `page` before its session had ended, and shows that page as it is saved. */
export const action = adminAction(async ({ request }) => {
  const { fields } = await readSmallForm(request)
  const page = safeReturnTo(fields['page'])
  currentSite().auth.drafts.dropDraft(request, page)
  return redirect(page, 303)
})
