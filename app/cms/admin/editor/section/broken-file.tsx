import { Link } from '@remix-run/react'
import { useId, type ReactNode } from 'react'
import { faultPosition, type Fault } from '#app/cms/editing/form/form-notices.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'

/** What a page of the admin area shows about a content file that cannot be used. */
export interface BrokenFileView {
  section: string
  fault: Fault
  /**
   * Since when the version that visitors see is valid, worded for a sentence; undefined if there is no valid version.
   */
  lastValidFrom: string | undefined
  /** False if the file cannot be parsed. */
  isParsed: boolean
  /** The lines around the fault; empty if the file has fewer than two lines. */
  excerpt: FileLine[]
  /** The whole text, unless it is too long for a page. */
  text: string | undefined
  /** Changes that saving the form makes and that its fields do not show. */
  repairs: string[]
  /** What the form starts from. */
  startsFrom?: 'file' | 'last-valid' | 'nothing' | undefined
  /** Address of the editor that starts from the other source. */
  otherStart?: string | undefined
}

export interface FileLine {
  number: number
  text: string
  isFault: boolean
}

const AS_FOUND = 'The present file is saved in the history.'

/** What is wrong with the file of a section, what visitors see meanwhile, and how to repair it. */
export function BrokenFileNotice({ broken }: { broken: BrokenFileView }) {
  const { section, fault, lastValidFrom, isParsed, repairs, startsFrom, otherStart } = broken
  return (
    <section className="status status--note broken" aria-label="The file of this section">
      <Icon name="alert" />
      <div className="status__text">
        <p>
          <b>The file of this section contains an error and cannot be used.</b> Visitors{' '}
          {lastValidFrom === undefined
            ? 'do not see this section: there is no valid version of it yet.'
            : `see the last valid version (${lastValidFrom}).`}
        </p>
        <p>
          <code>{faultPosition(fault)}:</code> {fault.message}.
        </p>
        {fault.isOfNewerFormat && (
          <p>
            It cannot be changed here, because a change would replace what was saved with the newer software. If you do
            not want that, <Link to="/admin#attention">write the last valid version to the file</Link> first.
          </p>
        )}
        <p hidden={fault.isOfNewerFormat}>
          {startsFrom === 'file' &&
            `The form shows the values of the file. Correct the marked fields, then save. ${AS_FOUND}`}
          {startsFrom === 'last-valid' &&
            `The form shows the last valid version${isParsed ? '' : ', because the fields of the file cannot be read'}. When you save, this version replaces the file. ${AS_FOUND}`}
          {startsFrom === 'nothing' && (
            <>
              The form is empty. Fill it in and save, or restore an{' '}
              <Link to={`/admin/history/${section}`}>earlier version</Link> from the history. {AS_FOUND}
            </>
          )}
        </p>
        {repairs.length > 0 && (
          <>
            <p>Saving also</p>
            <ul>
              {repairs.map((repair) => (
                <li key={repair}>{repair}</li>
              ))}
            </ul>
          </>
        )}
        {otherStart !== undefined && (
          <p>
            {/* Reloads the document: the browser then asks before it discards what was typed. */}
            <Link className="btn" to={otherStart} reloadDocument>
              {startsFrom === 'file' ? 'Start from the last valid version' : 'Start from the file'}
            </Link>
          </p>
        )}
        <FileText broken={broken} />
      </div>
    </section>
  )
}

/** The text of the file, to read and to copy from. Open if the form cannot show it. */
function FileText({ broken: { fault, isParsed, excerpt, text } }: { broken: BrokenFileView }) {
  const id = useId()
  if (excerpt.length === 0) return null
  return (
    <details className="broken__text" open={!isParsed}>
      <summary>The file around line {fault.line}</summary>
      <Excerpt lines={excerpt} />
      {text !== undefined && (
        <div className="field">
          <label htmlFor={id}>The whole file, for copying</label>
          {/* The empty `form` keeps it out of the form around it. */}
          <textarea id={id} form="" rows={8} readOnly spellCheck={false} defaultValue={text} />
        </div>
      )}
    </details>
  )
}

function Excerpt({ lines }: { lines: readonly FileLine[] }): ReactNode {
  return (
    <ol className="broken__lines" start={lines[0]?.number}>
      {lines.map(({ number, text, isFault }) => (
        <li key={number} className={isFault ? 'broken__fault' : undefined}>
          {isFault && <span className="visually-hidden">The fault: </span>}
          <code>{text}</code>
        </li>
      ))}
    </ol>
  )
}
