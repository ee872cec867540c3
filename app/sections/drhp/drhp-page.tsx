import { useEffect, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react'
import { DocumentCard } from '#app/sections/shared/document-row.tsx'
import { DefinitionRows, SheetRow } from '#app/ui/definition-rows.tsx'
import { imageUrl } from '#app/media/addresses.ts'
import { bindLastWords } from '#app/ui/text.tsx'
import type { Drhp, Film, Disclaimer } from './drhp.ts'
import './drhp-page.css'

/** What stands behind the disclaimer: the prospectus, the films, and what the document is. */
export function DrhpPage({ content }: { content: Drhp }) {
  return (
    <DefinitionRows>
      <SheetRow id="prospectus" label="Prospectus">
        <DocumentCard href={content.document.fileUrl} title={content.document.title} />
      </SheetRow>
      <SheetRow id="films" label="Films about the offer">
        <OfferFilms films={content.films} />
      </SheetRow>
      <SheetRow id="about-the-draft" label="About the draft">
        <dl className="offer-facts">
          {content.facts.map(({ _id, name, text }) => (
            <div key={_id}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </SheetRow>
    </DefinitionRows>
  )
}

/** The films beside each other. Nothing of one is fetched before somebody plays it but its first picture. */
function OfferFilms({ films }: { films: Film[] }) {
  return (
    <div className="films">
      {films.map(({ _id, title, language, note, video, captions, poster }) => (
        <figure key={_id} className="film">
          <video
            controls
            preload="none"
            playsInline
            width={1280}
            height={720}
            poster={imageUrl(poster)}
            aria-label={`Film about the offer, ${title}`}
          >
            <source src={video} type="video/mp4" />
            <track kind="captions" src={captions} srcLang={language} label={title} default />
            Your browser does not support the video tag.
          </video>
          <figcaption>
            <b>{title}</b> <span>{note}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

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

interface DisclaimerDialog {
  dialog: RefObject<HTMLDialogElement>
  /** Takes the focus when the dialog has become modal. */
  heading: RefObject<HTMLHeadingElement>
  onCancel: (event: SyntheticEvent) => void
  onClose: () => void
}

/**
 * Makes a `<dialog open>` that the server sent a modal one, which only its own form can close. Does nothing where the
 * visitor has confirmed before the script ran.
 */
function useDisclaimer(): DisclaimerDialog {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const show = () => {
    // Not close(): nobody has answered, and its event would say so.
    dialog.current?.removeAttribute('open')
    dialog.current?.showModal()
    heading.current?.focus()
  }

  useBeforePaint(() => {
    if (!dialog.current?.open) return
    // The browser's own Escape, where it knows the attribute.
    dialog.current.setAttribute('closedby', 'none')
    show()
  }, [])

  return {
    dialog,
    heading,
    onCancel: (event) => {
      event.preventDefault()
    },
    onClose: () => {
      // Browsers let a second Escape through, whatever becomes of the cancel event.
      if (dialog.current?.returnValue !== CONFIRMED) show()
      else dialog.current.closest('main')?.focus({ preventScroll: true })
    },
  }
}

/** Value of the button that closes the dialog for good. */
const CONFIRMED = 'confirmed'

/** The dialog must be modal before the first paint, but React warns of layout effects on the server. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect
