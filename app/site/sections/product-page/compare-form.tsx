import { CONTACT_PAGE, GRADES_PAGE, MAX_COMPARED, MAX_ENQUIRY_GRADES } from '#app/site/addresses/grade-forms.ts'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'

/** The form to which the boxes of grades belong: they are in tables. */
export const COMPARE_FORM = 'compare-grades'

/** Where the form leads: to the list, if there is nothing to compare yet. A comparison has no such part, and begins at its top. */
export const COMPARE_ACTION = `${GRADES_PAGE}#found`

/** Says above a table what its boxes are for. */
export function CompareHint() {
  return (
    <p className="compare-hint">
      Tick 2 to {MAX_COMPARED} to see them side by side, or up to {MAX_ENQUIRY_GRADES} to ask for them.
    </p>
  )
}

interface CompareBarProps {
  /** The key of the only product of the table: the list then has its grades, if there is nothing to compare yet. */
  product?: string
  children?: ReactNode
}

/** Compares the ticked grades, or asks for them. Stays in view below the table while something is ticked. */
export function CompareBar({ product, children }: CompareBarProps) {
  const sent = product === undefined ? { name: 'show', value: 'comparison' } : { name: 'product', value: product }
  return (
    <div className="compare-bar">
      {product !== undefined && <input type="hidden" name="show" value="comparison" form={COMPARE_FORM} />}
      <button className="btn" type="submit" form={COMPARE_FORM} {...sent}>
        Compare
      </button>
      <button
        className="btn btn--line"
        type="submit"
        form={COMPARE_FORM}
        formAction={CONTACT_PAGE}
        name="for"
        value="sheet"
      >
        Ask for these
      </button>
      {children}
    </div>
  )
}

/** A table of the grades of a product with boxes, and what can be done with those that are ticked. */
export function ComparedTable({ product, children }: { product: string; children: ReactNode }) {
  return (
    <div className="compared compared--counted">
      {children}
      <Form id={COMPARE_FORM} action={COMPARE_ACTION} />
      <CompareBar product={product}>
        <p className="compare-bar__ticked">
          <button type="reset" form={COMPARE_FORM}>
            Untick all
          </button>
        </p>
      </CompareBar>
    </div>
  )
}

/** The name of a grade, with its box for the form. */
export function ComparedName({
  id,
  title,
  href,
  isTicked,
}: {
  id: string
  title: string
  href: string
  isTicked?: boolean
}) {
  return (
    <span className="compare-form__name">
      <input
        type="checkbox"
        name="compare"
        value={id}
        form={COMPARE_FORM}
        aria-label={`Compare ${title}`}
        defaultChecked={isTicked}
      />
      <ContentLink to={href}>{title}</ContentLink>
    </span>
  )
}
