import { CONTACT_PAGE, GRADES_PAGE, MAX_COMPARED, MAX_ENQUIRY_GRADES } from '#app/site/addresses/grade-forms.ts'
import { Form } from '@remix-run/react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'

const COMPARE_FORM = 'compare-grades'

/** Compares the ticked grades, or asks for them. Their boxes are in the tables, which belong to no form. */
export function CompareForm() {
  return (
    <Form className="compare-form" id={COMPARE_FORM} action={GRADES_PAGE}>
      <p>
        Tick 2 to {MAX_COMPARED} to see them side by side, or up to {MAX_ENQUIRY_GRADES} to ask for them.
      </p>
      <span className="compare-form__actions">
        <button className="btn btn--line" type="submit">
          Compare
        </button>
        <button className="btn btn--line" type="submit" formAction={CONTACT_PAGE} name="for" value="sheet">
          Ask for these
        </button>
      </span>
    </Form>
  )
}

/** The name of a grade, with its box for the form. */
export function ComparedName({ id, title, href }: { id: string; title: string; href: string }) {
  return (
    <span className="compare-form__name">
      <input type="checkbox" name="compare" value={id} form={COMPARE_FORM} aria-label={`Compare ${title}`} />
      <ContentLink to={href}>{title}</ContentLink>
    </span>
  )
}
