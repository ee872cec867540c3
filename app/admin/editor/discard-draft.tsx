import { redirect } from '@remix-run/node'
import { dropDraft } from '#app/auth/guard/drafts.server.ts'
import { adminAction, adminLoader } from '#app/auth/guard/guard.server.ts'
import { safeReturnTo } from '#app/auth/guard/return-to.ts'
import { readSmallForm } from '#app/http/small-form.server.ts'

/** Discarding is a post; who only follows the address loses nothing. */
export const loader = adminLoader(() => redirect('/admin'))

/** Forgets what was typed into the form at `page` before its session had ended, and shows that page as it is saved. */
export const action = adminAction(async ({ request }) => {
  const { fields } = await readSmallForm(request)
  const page = safeReturnTo(fields['page'])
  dropDraft(request, page)
  return redirect(page, 303)
})
