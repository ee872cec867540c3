import { data } from '@remix-run/node'
import { z } from 'zod'
import { publicAction } from '#app/guard.server.ts'
import { readMessageFields } from '#app/inbox/receive-message.server.ts'
import { log } from '#app/platform/log.server.ts'
import { contactContent } from '#app/sections/contact-content/contact-content.ts'
import { site } from '#app/sections/site/site.ts'
import { contactFieldNames, type ContactFailure, type ContactValues } from './contact-failure.ts'
import { currentSite } from '#app/site.server.ts'

/**
 * What the contact page shows. That a message was sent is told once, to the browser that sent it: at the address with
 * `?sent`, which no cache keeps, by a cookie.
 */
export function readContact(request: Request) {
  const isAfterSending = new URL(request.url).searchParams.has('sent')
  const { flash, headers } = isAfterSending
    ? currentSite().flash.readFlash(request)
    : { flash: undefined, headers: new Headers() }
  if (isAfterSending) headers.set('Cache-Control', 'no-store')
  const content = {
    contacts: currentSite().content.find(site)?.value.contacts,
    content: currentSite().content.find(contactContent)?.value,
    isSent: flash?.kind === 'success',
  }
  return data(content, { headers })
}

/**
 * Takes a message. Kept: 303 to the page's state after sending, so that a reload sends nothing again. Else what was typed
 * and what is wrong: 422 fields, 429 too many messages, 503 or 507 not kept.
 */
export const contactAction = publicAction(async ({ request, context }) => {
  const fields = await readMessageFields(request)
  const values = typedValues(fields)
  const reception = await currentSite().receiveMessage(fields, context.clientAddress)
  switch (reception.kind) {
    case 'stored':
      return currentSite().flash.flashRedirect('/contactus?sent=1#form', {
        kind: 'success',
        message: 'Message sent successfully!',
      })
    case 'invalid':
      return failure(422, { values, errors: z.flattenError(reception.error).fieldErrors })
    case 'too-many': {
      const { retryAfterSeconds } = reception
      const problem = `Several messages have come from here in the last minutes. Try again in ${inMinutes(retryAfterSeconds)}.`
      return failure(429, { values, errors: {}, problem }, { 'retry-after': String(retryAfterSeconds) })
    }
    case 'failed': {
      log.error({ err: reception.error, requestId: context.requestId }, 'A contact message could not be kept')
      const problem = 'What you wrote is still in the form. Try again in a moment, or send it by e-mail.'
      return failure(reception.error.status, { values, errors: {}, problem })
    }
  }
})

function failure(status: number, answer: ContactFailure, headers: Record<string, string> = {}) {
  return data(answer, { status, headers })
}

function typedValues(fields: Record<string, unknown>): ContactValues {
  const typed = contactFieldNames.map((name) => [name, fields[name]] as const)
  return Object.fromEntries(typed.filter((entry): entry is [(typeof entry)[0], string] => typeof entry[1] === 'string'))
}

function inMinutes(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
