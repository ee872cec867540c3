import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { recoveredFormIntents } from '#app/cms/editing/form/recovered-form-intents.ts'
import { safeReturnTo } from '#app/cms/people/password-forms.ts'
import { readFormBody } from '#app/cms/platform/http/read-form.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Only a POST changes something. */
export const loader = adminLoader('editor', () => redirect('/admin'))

const MAX_FIELDS = 20_000
const MAX_FILE_NAMES = 100

/** What a browser has kept of a form: see `typed-forms.ts`. */
const typedForm = jsonText(
  z.object({
    fields: z.array(z.tuple([z.string(), z.string()])).max(MAX_FIELDS),
    fileNames: z.array(z.string()).max(MAX_FILE_NAMES),
  }),
)

/**
 * What was typed into the form at `page` before its session ended: stores what the browser has kept of it, so that the
 * page shows it, or removes what is stored. Redirects to that page.
 */
export const action = adminAction('editor', async ({ request, context, user }) => {
  const form = await readFormBody(request, () => Promise.resolve())
  const page = safeReturnTo(form.get('page'))
  const { recoveredForms } = currentSite().auth
  if (form.get('intent') !== recoveredFormIntents.use) {
    recoveredForms.removeForm(request, page)
    return redirect(page, 303)
  }
  const typed = typedForm.safeParse(form.get('form'))
  const cookie =
    typed.success &&
    recoveredForms.storeTypedForm(request, context.clientAddress, { ...typed.data, account: user.id, page })
  if (cookie) return redirect(page, { status: 303, headers: { 'set-cookie': cookie } })
  const message = 'The text that you typed before you were logged out could not be read. Type it again.'
  return currentSite().flash.flashRedirect(page, { kind: 'failure', message })
})
