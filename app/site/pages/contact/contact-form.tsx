import { CONTACT_PAGE, GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { Form, Link, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { HONEYPOT_FIELD } from '#app/cms/inbox/honeypot-field.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { enquiryHref } from '#app/site/addresses/enquiry-address.ts'
import { ContactField } from './contact-field.tsx'
import { EnquiryFields } from './enquiry-fields.tsx'
import { SAMPLE_DETAILS, type Enquiry, type EnquiryField, type SampleDetail } from './enquiry.ts'
import { NoticeSummary, type ShownNotice } from '#app/site/sections/privacy-notice/notice-summary.tsx'
import './contact-form.css'

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  mobile: 'Mobile',
  comments: 'Message',
} as const
type ContactFieldName = keyof typeof LABELS
export const CONTACT_FIELDS = Object.keys(LABELS) as ContactFieldName[]

export type ContactValues = Partial<Record<ContactFieldName, string>>

/** Why a message was not stored, with the typed values. */
export interface ContactFailure {
  values: ContactValues
  /** Messages of the fields that are not valid. */
  errors: Partial<Record<ContactFieldName | EnquiryField, string[]>>
  /** The enquiry about grades, as it was sent. */
  enquiry?: Enquiry | undefined
  /** Why the message could not be sent although its fields are valid. */
  problem?: string | undefined
}

/** The last message, as its sender can name and withdraw it. */
interface SentMessage {
  /** '' if it cannot be withdrawn by a link. */
  reference: string
  withdrawHref: string
  /** What it asks of grades. */
  asked?: { kind: string; grades: string[] } | undefined
}

interface ContactFormProps {
  /** True if the last message was sent: the form is then empty again, or left out after an enquiry about grades. */
  isSent: boolean
  sent?: SentMessage | undefined
  /** Such as `one working day`; '' if the company promises none. */
  answerTime?: string
  failure: ContactFailure | undefined
  /** The privacy notice in short; undefined if there is none. */
  notice?: ShownNotice | undefined
  /** The message that the form begins with. */
  request?: string
  /** The grades that the visitor asks for, and what for. */
  enquiry?: Enquiry | undefined
  /** Where investors write instead. */
  investorEmail?: string | undefined
}

/** The form for a message. Sends an ordinary POST request; only the server validates the fields. */
export function ContactForm({
  isSent,
  sent,
  answerTime = '',
  failure,
  notice,
  request = '',
  investorEmail,
  ...props
}: ContactFormProps) {
  const isHydrated = useHydrated()
  const navigation = useNavigation()
  const isSending = navigation.formAction?.startsWith(CONTACT_PAGE) === true
  const { values = {}, errors = {}, enquiry = props.enquiry } = failure ?? {}
  const grades = enquiry?.grades.map(({ key }) => key) ?? []
  const asked = isSent && !failure ? sent?.asked : undefined
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)

  useEffect(() => {
    if (wasSending.current && !isSending) {
      if (isSent && !failure) form.current?.reset()
      outcome.current?.focus()
    }
    wasSending.current = isSending
  }, [isSending, isSent, failure])

  if (asked) {
    return (
      <section className="message" id="form" aria-labelledby="form-title">
        <h2 id="form-title">Your enquiry</h2>
        <ContactOutcome isSent={isSent} sent={sent} answerTime={answerTime} failure={failure} box={outcome} />
        <p className="message__next">
          <Link to={GRADES_PAGE}>Choose other grades</Link>{' '}
          <Link to={`${CONTACT_PAGE}#form`}>Send another message</Link>
        </p>
      </section>
    )
  }

  function refuseTwice(event: FormEvent) {
    if (isSending) event.preventDefault()
  }

  return (
    <section className="message" id="form" aria-labelledby="form-title">
      <h2 id="form-title">{enquiry ? 'Ask about grades' : 'Send a message'}</h2>
      <p className="message__note">
        {enquiry ? 'All fields are required, except those marked as optional.' : 'All fields are required.'} We use your
        details only to reply.
        {!enquiry && (
          <>
            {' '}
            Data sheets, samples, quotations: <Link to={GRADES_PAGE}>ask for grades</Link>.
            {investorEmail !== undefined && (
              <>
                {' '}
                Investors write to <a href={`mailto:${investorEmail}`}>{investorEmail}</a>.
              </>
            )}
          </>
        )}
      </p>
      <ContactOutcome isSent={isSent} sent={sent} answerTime={answerTime} failure={failure} box={outcome} />
      <Form
        ref={form}
        className="form"
        method="post"
        action={enquiry ? enquiryHref(grades, enquiry.kind) : `${CONTACT_PAGE}#form`}
        noValidate={isHydrated}
        onSubmit={refuseTwice}
      >
        {enquiry && <EnquiryFields key={grades.join(' ')} enquiry={enquiry} errors={errors} />}
        {enquiry && <h3 className="message__part field--wide">Your details</h3>}
        <ContactField name="firstName" label={LABELS.firstName} errors={errors.firstName}>
          {(control) => (
            <input {...control} type="text" autoComplete="given-name" defaultValue={values.firstName ?? ''} />
          )}
        </ContactField>
        <ContactField name="lastName" label={LABELS.lastName} errors={errors.lastName}>
          {(control) => (
            <input {...control} type="text" autoComplete="family-name" defaultValue={values.lastName ?? ''} />
          )}
        </ContactField>
        <ContactField name="email" label={LABELS.email} errors={errors.email}>
          {(control) => <input {...control} type="email" autoComplete="email" defaultValue={values.email ?? ''} />}
        </ContactField>
        <ContactField
          name="mobile"
          label={LABELS.mobile}
          help="With the country code if you are outside India."
          errors={errors.mobile}
        >
          {(control) => <input {...control} type="tel" autoComplete="tel" defaultValue={values.mobile ?? ''} />}
        </ContactField>
        <ContactField
          name="comments"
          label={LABELS.comments}
          help="The cable or pipe, the standard and the monthly quantity help us give you a complete answer."
          errors={errors.comments}
          isWide
        >
          {(control) => <textarea {...control} rows={6} defaultValue={values.comments ?? request} />}
        </ContactField>
        <div className="message__more" aria-hidden="true">
          <label htmlFor={HONEYPOT_FIELD}>Leave this empty</label>
          <input
            id={HONEYPOT_FIELD}
            type="text"
            name={HONEYPOT_FIELD}
            tabIndex={-1}
            autoComplete="off"
            // Password managers that fill in every field leave out those with their mark.
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
          />
        </div>
        {notice && <NoticeSummary notice={notice} />}
        <div className="message__end">
          <button type="submit" className="btn btn--accent" aria-busy={isSending}>
            {isSending ? (
              <>
                <span className="ring" aria-hidden="true" />
                <span>Sending...</span>
              </>
            ) : (
              <>
                <span>{enquiry ? 'Send enquiry' : 'Send message'}</span> <Icon name="arrow" />
              </>
            )}
          </button>
        </div>
      </Form>
    </section>
  )
}

interface ContactOutcomeProps {
  isSent: boolean
  sent: SentMessage | undefined
  answerTime: string
  failure: ContactFailure | undefined
  /** The element that gets the focus after sending. */
  box: RefObject<HTMLDivElement>
}

/** The result of the last message, in live regions. */
function ContactOutcome({ isSent, sent, answerTime, failure, box }: ContactOutcomeProps) {
  const fieldErrors = Object.entries(failure?.errors ?? {})
  return (
    <div className="message__outcome" tabIndex={-1} ref={box}>
      {/* Both regions are always rendered: assistive technology announces only changes inside an existing region. */}
      <div role="status">
        {isSent && !failure && (
          <Alert kind="ok" title="Message sent successfully!">
            <p>Thank you.{answerTime !== '' && ` We answer within ${answerTime}.`}</p>
            {sent?.asked && (
              <p>
                Asked for: {sent.asked.kind}
                {sent.asked.grades.length > 0 && `, ${sent.asked.grades.join(', ')}`}.
              </p>
            )}
            {sent && sent.reference !== '' && (
              <p>
                Reference {sent.reference}. You can <a href={sent.withdrawHref}>withdraw the message</a> at any time:
                keep this link.
              </p>
            )}
          </Alert>
        )}
      </div>
      <div role="alert">
        {failure && fieldErrors.length === 0 && (
          <Alert kind="bad" title="Failed to send message.">
            <p>{failure.problem}</p>
          </Alert>
        )}
        {fieldErrors.length > 0 && (
          <Alert
            kind="bad"
            title={fieldErrors.length === 1 ? ONE_ERROR : `${fieldErrors.length} fields need correction`}
          >
            <ul>
              {fieldErrors.map(([name]) => (
                <li key={name}>
                  <a href={`#${name}`}>{labelOf(name as ErrorField)}</a>
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
    </div>
  )
}

type ErrorField = keyof ContactFailure['errors']

/** What is wrong is said at the field itself. */
function labelOf(name: ErrorField) {
  if (name === 'grades') return 'Grades'
  return name in SAMPLE_DETAILS ? SAMPLE_DETAILS[name as SampleDetail].label : LABELS[name as ContactFieldName]
}

const ONE_ERROR = 'One field needs correction'

function Alert({ kind, title, children }: { kind: 'ok' | 'bad'; title: string; children: ReactNode }) {
  return (
    <div className={`alert alert--${kind}`}>
      <Icon name={kind === 'ok' ? 'check' : 'alert'} />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        {children}
      </div>
    </div>
  )
}
