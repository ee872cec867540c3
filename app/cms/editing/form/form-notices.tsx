import { createContext, useContext, type ReactNode } from 'react'
import { Form, useLocation } from '@remix-run/react'
import type { SaveQuestion, SaveReply } from './save-reply.ts'
import { CONFIRMED, confirmationOf } from '#app/cms/platform/http/form-envelope.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import type { RecoveryCause } from '#app/cms/people/guard/recovered-forms.server.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'

/** A content file that cannot be used, and the position of its first fault, unless it is missing or cannot be read. */
export interface Fault {
  section: string
  file: string
  line?: number | undefined
  column?: number | undefined
  message: string
  servesLastGood: boolean
  isOfNewerFormat?: boolean | undefined
}

/** `content/site.yaml, line 3, column 1`. */
export function faultPosition({ file, line, column }: Pick<Fault, 'file' | 'line' | 'column'>): string {
  return [`content/${file}`, ...(line === undefined ? [] : [`line ${line}, column ${column}`])].join(', ')
}

/** Asks before a save with consequences. Everything typed is still in the form, and can be changed instead. */
export function QuestionNotice({ intent, consequences }: SaveQuestion) {
  const confirm = consequences.find((consequence) => consequence.confirm !== undefined)?.confirm
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <div className="status__text">
        <b>Nothing is saved yet.{confirm === undefined && ' This save would block a scheduled release.'}</b>
        {consequences.map(({ token, text, href, name }) => (
          <p key={token}>
            {text} <a href={href}>Open “{name}”</a>
          </p>
        ))}
        <div className="head__actions">
          <button
            className="btn"
            name={CONFIRMED}
            value={confirmationOf(
              consequences.map(({ token }) => token),
              intent,
            )}
            data-choice
          >
            {confirm ?? (intent === 'save' ? 'Publish anyway' : 'Save anyway')}
          </button>
        </div>
      </div>
    </div>
  )
}

const RecoveredFormContext = createContext<SaveReply | undefined>(undefined)

/** Provides the form of a page with the values that were typed before the session ended. */
export function RecoveredFormProvider({ reply, children }: { reply: SaveReply | undefined; children: ReactNode }) {
  return <RecoveredFormContext.Provider value={reply}>{children}</RecoveredFormContext.Provider>
}

/** The values that were typed into the page's form before the session ended; undefined if none are stored. */
export function useRecoveredForm(): SaveReply | undefined {
  return useContext(RecoveredFormContext)
}

/**
 * The reply that the page's form starts from: the action's reply, or the form recovered from before the session ended.
 */
export function useSaveReply(reply: SaveReply | undefined): SaveReply | undefined {
  const recovered = useRecoveredForm()
  return reply ?? recovered
}

/**
 * The texts that were typed into a form with one of these intents before the session ended, by field, for a form that is
 * no content form. Undefined if none are stored.
 */
export function useRecoveredTexts(intents: readonly string[]): Partial<Record<string, string>> | undefined {
  const recovered = useRecoveredForm()
  const intent = recovered?.recovered?.intent
  if (intent === undefined || !intents.includes(intent)) return undefined
  const entries = Object.entries(recovered?.result.initialValue ?? {})
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

/** Shown in a form with one of these intents whose texts were typed before the session ended. */
export function RecoveredTextsNotice({ intents }: { intents: readonly string[] }) {
  const cause = useRecoveredForm()?.recovered?.cause
  return useRecoveredTexts(intents) && cause && <RecoveredFormNotice fileNames={[]} cause={cause} />
}

const DISCARD_FORM = 'discard-draft'

/** Shown above a recovered form: says that nothing is saved yet, and which files to choose again. */
export function RecoveredFormNotice({ fileNames, cause }: { fileNames: readonly string[]; cause: RecoveryCause }) {
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>
          {cause === 'signed-out'
            ? 'You had to log in again. Your changes are not saved yet. Check your text, then save.'
            : 'You did not confirm your password. Nothing is changed yet. Your text is still here.'}
        </b>{' '}
        {fileNames.length > 0 && <span>Files to choose again: {enumerate(fileNames.map((name) => `“${name}”`))}.</span>}
      </p>
    </div>
  )
}

/** Discards the recovered form. */
export function DiscardButton() {
  return (
    <button className="btn btn--ghost" form={DISCARD_FORM}>
      Discard
    </button>
  )
}

/**
 * The form of {@link DiscardButton}, which is inside another form. It loads a new document, without the old form's
 * state.
 */
export function DiscardForm() {
  const { pathname, search } = useLocation()
  return (
    <Form id={DISCARD_FORM} method="post" action="/admin/discard-draft" reloadDocument hidden>
      <input type="hidden" name="page" value={pathname + search} />
    </Form>
  )
}
