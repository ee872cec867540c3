import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { DocumentPageRow } from '#app/site/sections/shared/document-row.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { DefinitionRow, DefinitionRows } from '#app/site/ui/definition-rows.tsx'
import { fileType } from '#app/site/collections/documents/file-type.ts'
import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { Disclaimer } from './disclaimer.ts'
import './document-gate.css'

/** A document for which visitors confirm a text, and the file of it that they want. */
export interface GatedDocument {
  title: string
  /** Its fixed address, which gets the confirmation. */
  address: string
  /** The day on which it was disclosed, YYYY-MM-DD. */
  date: string
  file: {
    /** Path below the uploads folder; '' for a file of another site. */
    name: string
    /** Undefined for a file of another site. */
    bytes?: number
    /** The title of a further file. */
    title?: string
    /** Set for an earlier version: the day on which it was first public. */
    earlierSince?: string
  }
  /** The further files of the document that the visitor has not chosen. */
  others: readonly { title: string; page: string }[]
}

/** Value of the button that confirms. */
export const CONFIRMED = 'confirmed'

interface DocumentGateProps {
  document: GatedDocument
  terms: Disclaimer
  trail: Crumb[]
  /** True if the visitor comes from an address that is not valid any more. */
  isAgain: boolean
}

/**
 * The page before a document: the text, and a form that confirms it. A form of the browser alone, since its response is
 * a file. The address of the file is no part of the page.
 */
export function DocumentGate({ document, terms, trail, isAgain }: DocumentGateProps) {
  const { title, address, date, file, others } = document
  return (
    <>
      <PageIntro title={title} lead={terms.lead} trail={trail}>
        <p className="gate__file">
          {file.title !== undefined && `${file.title}. `}
          {file.name === '' ? 'PDF' : fileType(file.name)}
          {file.bytes !== undefined && `, ${formatBytes(file.bytes)}`}, <time dateTime={date}>{formatDay(date)}</time>
          {file.earlierSince !== undefined &&
            `. An earlier version of this document, published on ${formatDay(file.earlierSince)}`}
        </p>
      </PageIntro>
      <div className="gate">
        {isAgain && (
          <div className="wrap gate__again">
            <div className="alert alert--bad" role="alert">
              <Icon name="alert" />
              <div>
                <p>
                  <strong>The address of the download is no longer valid.</strong>
                </p>
                <p>It can be used for ten minutes after you confirm. Confirm again to get the document.</p>
              </div>
            </div>
          </div>
        )}
        <DefinitionRows>
          <DefinitionRow id="disclaimer" label={terms.title}>
            <div className="gate__terms">
              {terms.paragraphs.map((paragraph) => (
                <div key={paragraph._id}>
                  <h3>{paragraph.title}</h3>
                  <p>{bindLastWords(paragraph.text)}</p>
                </div>
              ))}
            </div>
            <form className="gate__answers" method="post" action={address}>
              <p id="gate-note">{bindLastWords(terms.note)}</p>
              <input type="hidden" name="file" value={file.name} />
              <button
                className="btn btn--accent"
                type="submit"
                name="answer"
                value={CONFIRMED}
                aria-describedby="gate-note gate-help"
              >
                {terms.confirmLabel}
              </button>
              <a className="btn btn--line" href={terms.declineUrl} rel="noreferrer">
                {terms.declineLabel}
              </a>
            </form>
            <p className="gate__help" id="gate-help">
              The download starts when you confirm.
            </p>
          </DefinitionRow>
          {others.length > 0 && (
            <DefinitionRow id="further-files" label="Further files">
              <ul className="docs">
                {others.map((other) => (
                  <DocumentPageRow key={other.page} to={other.page} title={other.title} date={date} />
                ))}
              </ul>
            </DefinitionRow>
          )}
        </DefinitionRows>
      </div>
    </>
  )
}
