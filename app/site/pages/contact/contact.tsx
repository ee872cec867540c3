import { data, redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { ContactAddresses, ContactMap } from '#app/site/sections/contact-page/contact-page-view.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { CONTACT_FIELDS, ContactForm, type ContactFailure, type ContactValues } from './contact-form.tsx'
import { z } from 'zod'
import { publicAction } from '#app/cms/guard.server.ts'
import { MAX_TEXT_LENGTH } from '#app/cms/platform/http/cookies.server.ts'
import { readMessageFields } from '#app/cms/inbox/receive-message.server.ts'
import { contactMessage, isMessageId, referenceOf } from '#app/cms/inbox/stored-message.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { answerTime } from '#app/site/collections/facts/fact-row.ts'
import { contactPage } from '#app/site/sections/contact-page/contact-page.ts'
import { WITHDRAW_PAGE } from '#app/site/addresses/privacy-address.ts'
import { isSelecting, selectionOf } from '#app/site/addresses/grade-selection.ts'
import { selectionInWords } from '#app/site/sections/grade-finder/finder-page.server.ts'
import { shownNotice } from '#app/site/sections/privacy-notice/notice-versions.server.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { tidyQuestion } from '#app/cms/search/question.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { answerDay } from './answer-day.server.ts'
import type { Enquiry } from './enquiry.ts'
import { canonicalEnquiry, ENQUIRY_FIELDS, enquiryInWords, enquiryOf, readEnquiry } from './enquiry.server.ts'
import './contact.css'

// The footer's call leads to this page.
export const handle = { isForCustomers: false } satisfies SiteHandle

/**
 * The data of the contact page. After a message was sent, the browser is redirected to the address with `?sent`, which
 * no cache stores. A flash cookie makes the page show the success once. With `?grades` and `?for`, the form asks for
 * something of grades; with the selection of a finder, for a grade that fits it; with `?about`, for what a search has
 * not found.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const moved = canonicalEnquiry(currentSite(), query)
  if (moved !== undefined) throw redirect(moved)
  const isAfterSending = query.has('sent')
  const enquiry = isAfterSending ? undefined : enquiryOf(currentSite(), query)
  const hasGrades = enquiry !== undefined && enquiry.grades.length > 0
  const { flash, headers } = isAfterSending
    ? currentSite().flash.readFlash(request)
    : { flash: undefined, headers: new Headers() }
  if (isAfterSending) headers.set('Cache-Control', 'no-store')
  const content = {
    contacts: currentSite().content.find(siteDetails)?.value.contacts,
    content: currentSite().content.find(contactPage)?.value,
    answerTime: answerTime(currentSite()),
    isSent: flash?.kind === 'success',
    sent: flash?.kind === 'success' ? sentMessage(flash.detail) : undefined,
    notice: shownNotice(currentSite()),
    request: searchRequest(query.get('about')) || gradeRequest(query) || (hasGrades ? ENQUIRY_REQUEST : ''),
    enquiry,
  }
  return data(content, { headers })
}

/** The reference of the message that a flash is about, the page that withdraws it, and what it asks of grades. */
function sentMessage(detail = '') {
  const [token = '', kind, keys = ''] = detail.split(' ')
  const [id = ''] = token.split('.')
  const asked = kind === undefined ? undefined : enquiryInWords(currentSite(), kind, keys)
  if (!isMessageId(id)) return asked && { reference: '', withdrawHref: '', asked }
  const withdrawHref = `${WITHDRAW_PAGE}?${new URLSearchParams({ token }).toString()}`
  return { reference: referenceOf(id), withdrawHref, ...(asked && { asked }) }
}

/** What {@link sentMessage} reads. Too many grades for a flash are left out. */
function flashDetail(token: string | undefined, enquiry: Enquiry | undefined) {
  if (enquiry === undefined) return token
  const keys = enquiry.grades.flatMap(({ key, isTicked }) => (isTicked ? [key] : [])).join(',')
  const detail = `${token ?? ''} ${enquiry.kind}`
  const whole = keys === '' ? detail : `${detail} ${keys}`
  return whole.length > MAX_TEXT_LENGTH ? detail : whole
}

/** The text that a visitor sends who has found no grade for a selection, '' if it selects nothing. */
function gradeRequest(query: URLSearchParams): string {
  const selection = selectionOf(query)
  const wanted = isSelecting(selection) ? selectionInWords(currentSite(), selection) : []
  return wanted.length === 0 ? '' : `I am looking for a grade: ${wanted.join('; ')}.`
}

/** The text that a visitor sends with grades: it fits each kind of enquiry. */
const ENQUIRY_REQUEST = 'Please send me what I have ticked above.'

/** The text that a visitor sends who has searched for words and found nothing; '' without words. */
function searchRequest(about: string | null) {
  const words = tidyQuestion(about)
  return words === '' ? '' : `I have searched this website for “${words}” and found nothing.`
}

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

/**
 * Stores a message. Redirects (303) to the page after sending, so that a reload does not send it again. Otherwise it
 * returns the typed values and the problem: 422 invalid fields, 429 too many messages, 503 or 507 not stored.
 */
export const action = publicAction(async ({ request, context }) => {
  const posted = await readMessageFields(request, { repeated: ['grades'] })
  const asked = readEnquiry(currentSite(), new URL(request.url).searchParams, posted)
  const fields = Object.fromEntries(Object.entries(posted).filter(([name]) => !ENQUIRY_FIELDS.includes(name)))
  const typed = { values: typedValues(posted), enquiry: asked?.enquiry }
  if (asked && Object.keys(asked.errors).length > 0) {
    const { error } = contactMessage.safeParse(fields)
    return failure(422, { ...typed, errors: { ...asked.errors, ...(error && z.flattenError(error).fieldErrors) } })
  }
  const sent = { ...asked?.context, answerBy: answerDay(currentSite()) }
  const reception = await currentSite().receiveMessage(fields, context.clientAddress, { ...sent, form: 'contact' })
  switch (reception.kind) {
    case 'stored':
      return currentSite().flash.flashRedirect('/contactus?sent=1#form', {
        kind: 'success',
        message: 'Message sent successfully!',
        // In the cookie, not in the address, which frames of the page would learn.
        detail: flashDetail(reception.id && (await withdrawalToken(reception.id)), asked?.enquiry),
      })
    case 'invalid':
      return failure(422, { ...typed, errors: z.flattenError(reception.error).fieldErrors })
    case 'too-many': {
      const { retryAfterSeconds } = reception
      const problem = `Several messages were sent from your network in the last few minutes. Try again in ${inMinutes(retryAfterSeconds)}.`
      return failure(429, { ...typed, errors: {}, problem }, { 'retry-after': String(retryAfterSeconds) })
    }
    case 'failed': {
      log.error({ err: reception.error, requestId: context.requestId }, 'A contact message could not be stored')
      const problem = 'What you wrote is still in the form. Try again in a moment, or send it by e-mail.'
      return failure(reception.error.status, { ...typed, errors: {}, problem })
    }
  }
})

/** Proves on the next page that the visitor has sent the message. Without it the message is sent all the same. */
async function withdrawalToken(id: string): Promise<string | undefined> {
  return currentSite()
    .inbox.withdrawals.tokenOf(id)
    .catch((err: unknown) => {
      log.error({ err }, 'No link to withdraw a message could be made')
      return undefined
    })
}

function failure(status: number, contactFailure: ContactFailure, headers: Record<string, string> = {}) {
  return data(contactFailure, { status, headers })
}

function typedValues(fields: Record<string, unknown>): ContactValues {
  const typed = CONTACT_FIELDS.map((name) => [name, fields[name]] as const)
  return Object.fromEntries(typed.filter((entry): entry is [(typeof entry)[0], string] => typeof entry[1] === 'string'))
}

function inMinutes(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Keeps the form on the page if a message did not reach the server or was refused as a whole. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>()
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = isRouteErrorResponse(error) && error.status < 500 ? String(error.data) : OUT_OF_REACH
    // As a response, because with its error status the router does not reload the page, which would also fail.
    return Response.json({ values: {}, errors: {}, problem } satisfies ContactFailure, { status: 503 })
  }
}

const OUT_OF_REACH = 'The site cannot be reached. What you wrote is still in the form: try again in a moment.'

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, {
    share: 'contact',
    title: 'Contact',
    description: `Addresses, telephone numbers and a contact form. ${page.data?.content?.description ?? ''}`,
  })

export default function Contact() {
  const { content, contacts, answerTime, isSent, sent, notice, request, enquiry } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const place = contacts?.registeredOffice.title ?? 'Where we are'
  return (
    <div className="contact-page">
      <PageIntro title={content?.title ?? 'Contact'} lead={content?.description ?? ''} crumb="Contact" />
      <div className="wrap contact">
        <ContactForm
          {...{ isSent, sent, answerTime, failure, notice, request, enquiry }}
          investorEmail={contacts?.investorEmail}
        />
        <ContactAddresses contacts={contacts} {...(content && { way: content })} />
      </div>
      {content && <ContactMap place={place} mapEmbedLink={content.mapEmbedLink} />}
    </div>
  )
}
