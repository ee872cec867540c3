import type { ReactNode } from 'react'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { Picture, useHasPicture } from '#app/cms/media/picture.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay, formatLongDay } from '#app/cms/platform/format/day.ts'
import { useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import type { ListedDocument } from '#app/site/sections/document-register/listed-document.ts'
import type { Standard, Lot } from './certifications.ts'
import './certifications-page.css'

/** The marks of the standards side by side, for the head of the page; each leads to its row. */
export function StandardMarks({ standards }: { standards: Pick<Standard, '_id' | 'name' | 'badge'>[] }) {
  return (
    <ul className="marks">
      {standards.slice(0, MARKS_SHOWN).map(({ _id, name, badge }) => (
        <li key={_id}>
          <a href={`#${_id}`}>
            <Picture file={badge} alt="" sizes="120px" width={120} height={120} />
            <span>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const MARKS_SHOWN = 4

/** A standard with its certificate, if the register has one. */
export type ShownStandard = Omit<Standard, 'certificate'> & { sheet?: Omit<ShownCertificate, 'slug'> | undefined }

interface StandardsSectionProps {
  standards: ShownStandard[]
  /** Below the standards, on the certificates that all of them show. */
  note?: string
}

/** The standards, side by side where there is space: the certificate of each, number, body, end, scope and requirements. */
export function StandardsSection({ standards, note }: StandardsSectionProps) {
  if (standards.length === 0) return null
  return (
    <div className="section">
      <ul className="wrap standards">
        {standards.map((standard, index) => (
          <StandardRow key={standard._id} standard={standard} isFirst={index === 0} />
        ))}
      </ul>
      {note !== undefined && (
        <div className="wrap standards__note">
          <p>{bindLastWords(note)}</p>
          <ButtonLink to="/contactus#form" variant="line">
            Write to us
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

function StandardRow({ standard, isFirst }: { standard: ShownStandard; isFirst: boolean }) {
  const { _id, name, subject, meaning, covers, number, issuedBy, validUntil, sheet } = standard
  return (
    <li className="standard" id={_id}>
      <div className="standard__sheet">
        {sheet ? (
          <CertificateSheet certificate={sheet} id={`${_id}-large`} priority={isFirst} />
        ) : (
          <RequestSheet standard={standard} />
        )}
      </div>
      <div className="standard__text">
        <div className="standard__name">
          <h2>{name}</h2>
          <p>{subject}</p>
        </div>
        <dl className="standard__facts">
          <Fact name="What it covers">{bindLastWords(covers)}</Fact>
          <Fact name="What it requires">{bindLastWords(meaning)}</Fact>
          <Fact name="Issued by">{issuedBy}</Fact>
          {/* A declaration of the company itself has neither a number nor an end. */}
          <Fact name="Certificate number">{number}</Fact>
          <Fact name="Valid until">
            {validUntil !== '' && <time dateTime={validUntil}>{formatLongDay(validUntil)}</time>}
          </Fact>
        </dl>
      </div>
    </li>
  )
}

/** In place of a certificate that is not in the register: a letter with what is below it, which leads to the form. */
function RequestSheet({ standard }: { standard: ShownStandard }) {
  const { name, subject, covers, issuedBy, badge, badgeAlt } = standard
  return (
    <ContentLink className="certificate" to="/contactus#form">
      <span className="certificate__sheet certificate__sheet--request">
        <Picture file={badge} alt={badgeAlt} sizes="112px" width={112} height={112} />
        <span aria-hidden="true">
          <b>{subject}</b>
          <span>{covers}</span>
          <small>{issuedBy}</small>
        </span>
      </span>{' '}
      <span className="certificate__title">
        On request <span className="visually-hidden">{name}</span>
      </span>{' '}
      <span className="certificate__meta">Name the grade</span>{' '}
      <span className="certificate__action">
        Ask for it <Icon name="arrow" />
      </span>
    </ContentLink>
  )
}

/** Nothing if nothing is stated. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A certificate, and the picture of its first page. */
export interface ShownCertificate extends ListedDocument {
  image: string
  imageAlt: string
}

/** The certificates that belong to no standard, as sheets on a desk: each sheet is the link to its PDF. */
export function CertificatesSection({
  title,
  text,
  certificates,
}: {
  title: string
  text: string
  certificates: readonly ShownCertificate[]
}) {
  if (certificates.length === 0) return null
  return (
    <section className="section on-studio" id="certificates" aria-labelledby="certificates-title">
      <div className="wrap columns certificates">
        <div className="certificates__text">
          <h2 id="certificates-title">{bindLastWords(title)}</h2>
          <p>{bindLastWords(text)}</p>
        </div>
        <ul className="certificates__list">
          {certificates.map((certificate) => (
            <li key={certificate.slug} className="reveal">
              <CertificateSheet certificate={certificate} id={`${certificate.slug}-large`} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface CertificateSheetProps {
  certificate: Omit<ShownCertificate, 'slug'>
  /** Of the large picture. */
  id: string
  /** As of `Picture`. */
  priority?: boolean
}

/** Both pictures of a sheet on the page have the same `sizes`, so that the browser has the small one already. */
const SHEET_SIZES = '(min-width: 64rem) 22rem, 17rem'

/**
 * A certificate to download, and its first page in a popover that needs no script: first as large as the window, then in
 * full size. Until the large picture has arrived, the small one is shown in its place.
 */
export function CertificateSheet({ certificate, id, priority = false }: CertificateSheetProps) {
  const { title, image, imageAlt } = certificate
  const hasPicture = useHasPicture()
  return (
    <>
      <CertificateLink certificate={certificate} priority={priority} />
      {hasPicture(image) && (
        <>
          <button className="certificate__zoom" type="button" popovertarget={id}>
            Enlarge <span className="visually-hidden">{title}</span>
            <Icon name="out" />
          </button>
          {/* The browser moves the focus into an element of this name: to its first control. */}
          <dialog className="certificate-large" id={id} popover="auto" aria-label={title}>
            <div className="certificate-large__bar">
              <button className="ctl" type="button" popovertarget={id} popovertargetaction="hide" aria-label="Close">
                <Icon name="close" />
              </button>
              <label>
                <input type="checkbox" /> Full size
              </label>
              <a href={certificate.fileUrl} download>
                PDF<span className="visually-hidden"> of {title}</span> <Icon name="download" />
              </a>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise the keyboard cannot scroll the sheet. */}
            <section className="certificate-large__view" aria-label={`${title}, first page`} tabIndex={0}>
              <div className="certificate-large__sheet">
                <Picture file={image} alt="" sizes={SHEET_SIZES} />
                <Picture file={image} alt={imageAlt} sizes="62.5rem" />
              </div>
            </section>
          </dialog>
        </>
      )}
    </>
  )
}

/** The first page of a certificate, its title, size and date. A click downloads the PDF; one of another site opens. */
function CertificateLink({ certificate, priority }: Omit<CertificateSheetProps, 'id'>) {
  const { title, image, imageAlt, fileUrl, date } = certificate
  const info = useDocumentInfo(fileUrl)
  const isOurs = fileUrl.startsWith('/')
  return (
    <a
      className="certificate"
      href={fileUrl}
      {...(isOurs ? { download: true } : { target: '_blank', rel: 'noopener' })}
    >
      <span className="certificate__sheet">
        {image === '' ? (
          <span aria-hidden="true">PDF</span>
        ) : (
          <Picture file={image} alt={imageAlt} sizes={SHEET_SIZES} priority={priority ?? false} />
        )}
      </span>{' '}
      <span className="certificate__title">{title}</span>{' '}
      <span className="certificate__meta">
        PDF{isOurs ? info && `, ${formatBytes(info.bytes)}` : ', External'},{' '}
        <time dateTime={date}>{formatDay(date)}</time>
      </span>{' '}
      <span className="certificate__action">
        {isOurs ? 'Download' : 'Open'} <Icon name={isOurs ? 'download' : 'out'} />
      </span>
    </a>
  )
}

/** What comes with each delivery: text at the left, a picture that extends to the right edge of the window. */
export function LotSection({ lot }: { lot: Lot }) {
  return (
    <section className="on-ink lot" id="certificate-of-analysis" aria-labelledby="lot-title">
      <div className={lot.image === '' ? 'wrap' : 'wrap columns'}>
        <div className="lot__text">
          <h2 id="lot-title">{bindLastWords(lot.title)}</h2>
          <p>{bindLastWords(lot.text)}</p>
          <ButtonLink to={lot.buttonLink}>{lot.buttonText}</ButtonLink>
        </div>
        <Picture
          className="edge-picture lot__image"
          file={lot.image}
          alt={lot.imageAlt}
          sizes="(min-width: 64rem) max(52vw, 60rem), 100vw"
        />
      </div>
    </section>
  )
}
