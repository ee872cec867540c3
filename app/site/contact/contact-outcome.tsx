import type { ReactNode, RefObject } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { ContactFailure } from './contact-failure.ts'

interface ContactOutcomeProps {
  isSent: boolean
  failure: ContactFailure | undefined
  /** The box, for whoever wants to put the focus on it. */
  box: RefObject<HTMLDivElement>
}

/** What became of the message that was sent last, in regions that are announced when they change. */
export function ContactOutcome({ isSent, failure, box }: ContactOutcomeProps) {
  const fieldErrors = Object.entries(failure?.errors ?? {})
  return (
    <div className="message__outcome" tabIndex={-1} ref={box}>
      {/* Both regions are there from the start: assistive technology only announces what changes inside one. */}
      <div role="status">
        {isSent && !failure && (
          <Alert kind="ok" title="Message sent successfully!">
            <p>Thank you. We usually answer on the same working day.</p>
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
            title={fieldErrors.length === 1 ? ONE_ERROR : `${fieldErrors.length} fields need another look`}
          >
            <ul>
              {fieldErrors.map(([name, messages]) => (
                <li key={name}>
                  <a href={`#${name}`}>{messages.join('. ')}</a>
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
    </div>
  )
}

const ONE_ERROR = 'One field needs another look'

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
