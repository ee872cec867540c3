import type { ReactNode } from 'react'
import { Icon } from '#app/cms/ui/icon.tsx'
import './product-advice.css'

interface DataSheetNoteProps {
  /** Undefined if the site's addresses could not be read. */
  email: string | undefined
  /** '' if no company fact says it. */
  answerTime: string
  /** The product that the e-mail is about. */
  product?: string
  /** What the e-mail should name: the grade, if the product has grades. */
  named?: string
  /** Says where data sheets are that need no request. */
  atHand?: ReactNode
}

/** Says how to get a data sheet, with a link that opens an e-mail. */
export function DataSheetNote({ email, answerTime, product, named = 'the grade', atHand }: DataSheetNoteProps) {
  return (
    <aside className="tds" aria-labelledby="data-sheet-title">
      <Icon name="mail" className="tds__icon" />
      <div>
        <h2 id="data-sheet-title">Technical data sheets are available on request by e-mail.</h2>
        {atHand && <p>{atHand}</p>}
        {email !== undefined && (
          <p>
            Write to <a href={`mailto:${email}`}>{email}</a> with {named} and what it is for.
            {answerTime !== '' && ` We answer within ${answerTime}.`}
          </p>
        )}
      </div>
      {email !== undefined && (
        <a className="btn" href={`mailto:${email}?subject=${encodeURIComponent(subject(product))}`}>
          Request a data sheet <Icon name="arrow" />
        </a>
      )}
    </aside>
  )
}

function subject(product: string | undefined) {
  return product === undefined ? 'Technical data sheet' : `Technical data sheet: ${product}`
}
