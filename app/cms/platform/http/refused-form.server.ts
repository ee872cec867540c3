import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { plainPage, type PlainPage } from './plain-page.server.tsx'
import { readFormTexts } from './read-form.server.ts'
import { isSameOrigin } from './same-origin.server.ts'

/** Fields of passwords and codes, which no response contains. */
const SECRET_FIELDS = new Set(['password', 'current', 'next', 'repeat', 'passphrase', 'code'])

const MAX_TEXT_BYTES = 1024 * 1024

/**
 * Makes the page for a form that was not carried out: it shows what was typed, and can send it again. Without a password
 * or a code in the form: that page says to go back instead. Resolves with undefined if the form comes from another site
 * (the button would then send it from our own page), if it cannot be read, or for a program.
 */
export async function refusedForm(
  request: Request,
  ownOrigin: string,
  { message, requestId }: { message: string; requestId: string | undefined },
): Promise<PlainPage | undefined> {
  if (!isSameOrigin(request, ownOrigin)) return undefined
  const { pathname, search } = new URL(request.url)
  const accept = request.headers.get('accept') ?? undefined
  try {
    const sent = await readFormTexts(request, MAX_TEXT_BYTES)
    const hasSecret = sent.fields.some(([name]) => SECRET_FIELDS.has(name))
    const form = hasSecret ? undefined : { ...sent, action: pathname + search }
    return plainPage(accept, { message, isTemporary: true, requestId, form })
  } catch (error) {
    if (error instanceof ExpectedError) return undefined
    throw error
  }
}
