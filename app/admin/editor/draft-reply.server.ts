import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { contentFields } from '#app/http/form-envelope.ts'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { currentSite } from '#app/site.server.ts'

/**
 * What was typed into the form at the request's address before its session ended, as the response to a refused save.
 * Undefined if nothing is stored. For signed-in staff only.
 */
export function draftReply(request: Request): SaveReply | undefined {
  const draft = currentSite().auth.drafts.findDraft(request)
  if (!draft) return undefined
  const typed = new FormData()
  // Leave out Conform's intents, such as adding a row: the user can press that button again.
  for (const [name, value] of draft.fields) if (!name.startsWith('__')) typed.append(name, value)
  const content = contentFields(typed, randomUUID)
  const version = typed.get('version')
  return {
    result: parseWithZod(content, { schema: anyContent }).reply(),
    version: typeof version === 'string' ? version : '',
    draft: { fileNames: draft.fileNames },
  }
}

/** Nothing is checked yet: the form is shown as it was typed. */
const anyContent = z.looseObject({})
