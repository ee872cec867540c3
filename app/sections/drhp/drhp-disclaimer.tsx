import { bindLastWords } from '#app/ui/bind-last-words.ts'
import type { Disclaimer } from './drhp.ts'
import { CONFIRMED, useDisclaimer } from './use-disclaimer.ts'
import './drhp-disclaimer.css'

/**
 * Stands before the page until the visitor confirms. The server sends it open, CSS shows nothing else while it is, and the
 * form of a dialog closes it by itself: it holds without JavaScript. With JavaScript it is a modal dialog. It is there
 * again on each page load, and the address says nothing of the answer.
 */
export function DrhpDisclaimer({ content }: { content: Disclaimer }) {
  const { dialog, heading, onCancel, onClose } = useDisclaimer()
  return (
    <dialog
      className="disclaimer"
      open
      // A visitor may have confirmed before React takes over.
      suppressHydrationWarning
      ref={dialog}
      aria-labelledby="disclaimer-title"
      aria-describedby="disclaimer-lead"
      onCancel={onCancel}
      onClose={onClose}
    >
      <form className="disclaimer__form" method="dialog">
        <div className="disclaimer__head">
          <h2 id="disclaimer-title" tabIndex={-1} ref={heading}>
            {content.title}
          </h2>
          <p id="disclaimer-lead">{bindLastWords(content.lead)}</p>
        </div>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, and not by keyboard otherwise. */}
        <section className="disclaimer__body" tabIndex={0} aria-label="Text of the disclaimer">
          {content.paragraphs.map(({ _id, title, text }) => (
            <div key={_id}>
              <h3>{title}</h3>
              <p>{bindLastWords(text)}</p>
            </div>
          ))}
        </section>
        <div className="disclaimer__foot">
          <p>{bindLastWords(content.note)}</p>
          <a className="btn btn--line" href={content.declineUrl} rel="noreferrer">
            {content.declineLabel}
          </a>
          <button className="btn btn--accent" type="submit" value={CONFIRMED}>
            {content.confirmLabel}
          </button>
        </div>
      </form>
    </dialog>
  )
}
