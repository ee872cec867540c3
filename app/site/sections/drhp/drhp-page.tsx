import { useEffect, useRef, type RefObject, type SyntheticEvent } from 'react'
import { ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { Film } from '#app/site/sections/shared/film.tsx'
import { DocumentPageRow, DocumentRow, PageDocument } from '#app/site/sections/shared/document-row.tsx'
import { DefinitionRows, DefinitionRow, WholeRow } from '#app/site/ui/definition-rows.tsx'
import { imageUrl } from '#app/cms/media/media-address.ts'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { showModal, useModal } from '#app/cms/ui/use-modal.ts'
import type { DocumentOfPage, ListedDocument } from '#app/site/sections/document-register/listed-document.ts'
import type { Disclaimer } from '#app/site/sections/offer/disclaimer.ts'
import type { Drhp, Film as OfferFilm } from './drhp.ts'
import './drhp-page.css'

interface DrhpPageProps {
  content: Drhp
  document: DocumentOfPage | undefined
  /** Further documents of the draft, such as its abridged form and addenda. */
  others: readonly ListedDocument[]
  /** The Red Herring Prospectus, once it is published. */
  replacedBy: ListedDocument | undefined
  /** Who answers questions of investors. */
  contact: { name: string; title: string; email: string; phone: string } | undefined
}

/** The content behind the disclaimer: the prospectus, the films, and facts about the document. */
export function DrhpPage({ content, document, others, replacedBy, contact }: DrhpPageProps) {
  return (
    <DefinitionRows>
      <WholeRow id="prospectus" label="Prospectus">
        {replacedBy && (
          <p className="replaced">
            This draft was replaced by{' '}
            <ContentLink to={replacedBy.page ?? replacedBy.fileUrl}>{replacedBy.title}</ContentLink> on{' '}
            <time dateTime={replacedBy.date}>{formatDay(replacedBy.date)}</time>.
          </p>
        )}
        <PageDocument document={document} pageTitle={content.title}>
          <dl className="offer-facts">
            {content.facts.map(({ _id, name, text }) => (
              <div key={_id}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
            {contact && (
              <div>
                <dt>Questions</dt>
                <dd>
                  {contact.name}, {contact.title}: <a href={`mailto:${contact.email}`}>{contact.email}</a>,{' '}
                  <PhoneLink number={contact.phone} />
                </dd>
              </div>
            )}
          </dl>
        </PageDocument>
      </WholeRow>
      {others.length > 0 && (
        <DefinitionRow id="more-documents" label="More documents of the draft">
          <ul className="docs">
            {others.map(({ slug, title, date, fileUrl, page }) =>
              page === undefined ? (
                <DocumentRow key={slug} href={fileUrl} title={title} date={date} />
              ) : (
                <DocumentPageRow key={slug} to={page} title={title} date={date} />
              ),
            )}
          </ul>
        </DefinitionRow>
      )}
      <DefinitionRow id="films" label="Films about the offer">
        <OfferFilms films={content.films} />
      </DefinitionRow>
    </DefinitionRows>
  )
}

/** The films side by side. Before a film is played, only its poster is fetched. */
function OfferFilms({ films }: { films: OfferFilm[] }) {
  return (
    <div className="films">
      {films.map(({ _id, title, language, note, video, captions, poster }) => (
        <Film
          key={_id}
          label={`Film about the offer, ${title}`}
          src={video}
          captions={[{ title, language, fileUrl: captions }]}
          poster={imageUrl(poster)}
        >
          <b>{title}</b> <span>{note}</span>
        </Film>
      ))}
    </div>
  )
}

/**
 * Covers the page until the visitor confirms. It works without JavaScript: the server sends it open, CSS hides
 * everything else meanwhile, and submitting a form with `method="dialog"` closes it. With JavaScript it is a modal
 * dialog. It is shown on each page load, and again on Back from another site. The address does not contain the choice.
 */
export function DrhpDisclaimer({ content, company }: { content: Disclaimer; company: string }) {
  const { dialog, heading, onCancel, onClose } = useDisclaimer()
  return (
    <dialog
      className="disclaimer"
      open
      // A visitor may have confirmed before hydration.
      suppressHydrationWarning
      ref={dialog}
      aria-labelledby="disclaimer-title"
      aria-describedby="disclaimer-lead"
      onCancel={onCancel}
      onClose={onClose}
    >
      <form className="disclaimer__form" method="dialog">
        <div className="disclaimer__head">
          <img src="/images/logo.svg" width={121} height={40} alt="" />
          <h2 id="disclaimer-title" tabIndex={-1} ref={heading}>
            {content.title}
          </h2>
          <p id="disclaimer-lead">
            <b>{company}</b> {bindLastWords(content.lead)}
          </p>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise the keyboard cannot scroll the text. */}
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
  /** Gets the focus when the dialog has become modal. */
  heading: RefObject<HTMLHeadingElement>
  onCancel: (event: SyntheticEvent) => void
  onClose: () => void
}

/**
 * Makes the `<dialog open>` of the server's page modal. Only its own form can close it. Does nothing if the visitor has
 * confirmed before hydration.
 */
function useDisclaimer(): DisclaimerDialog {
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useModal((element) => {
    // Disables the browser's own Escape, if the browser supports the attribute.
    element.setAttribute('closedby', 'none')
    return element.open
  })
  useEffect(() => {
    if (dialog.current?.open) heading.current?.focus()

    const showAgain = () => {
      if (!dialog.current || dialog.current.open) return
      // Otherwise the next Escape would count as the earlier confirmation.
      dialog.current.returnValue = ''
      showModal(dialog.current)
      heading.current?.focus()
    }
    // Browsers keep a page in memory when it is left, and show it on Back as it was. It is left with the dialog open.
    addEventListener('pagehide', showAgain)
    return () => {
      removeEventListener('pagehide', showAgain)
    }
  }, [dialog])

  return {
    dialog,
    heading,
    onCancel: (event) => {
      event.preventDefault()
    },
    onClose: () => {
      // Browsers close a dialog on a second Escape, even if the cancel event was prevented.
      if (!dialog.current) return
      if (dialog.current.returnValue === CONFIRMED) {
        dialog.current.closest('main')?.focus({ preventScroll: true })
      } else {
        showModal(dialog.current)
        heading.current?.focus()
      }
    },
  }
}

/** Value of the button that closes the dialog permanently. */
const CONFIRMED = 'confirmed'
