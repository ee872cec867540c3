import { redirect } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { safeReturnTo } from '#app/cms/people/password-forms.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Only a POST discards. A GET changes nothing. */
export const loader = adminLoader('editor', () => redirect('/admin'))

/** Removes what was typed into the form at `page` before its session ended, and redirects to that page. */
export const action = adminAction('editor', async ({ request }) => {
  const { fields } = await readSmallForm(request)
  const page = safeReturnTo(fields['page'])
  currentSite().auth.recoveredForms.removeForm(request, page)
  return redirect(page, 303)
})
