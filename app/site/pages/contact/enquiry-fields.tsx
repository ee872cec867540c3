import { GRADES_PAGE, MAX_ENQUIRY_GRADES } from '#app/site/addresses/grade-forms.ts'
import { Link } from '@remix-run/react'
import { ENQUIRY_KINDS, type EnquiryKind } from '#app/site/addresses/enquiry-address.ts'
import { ContactField } from './contact-field.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { SAMPLE_DETAILS, type Enquiry, type EnquiryField, type SampleDetail } from './enquiry.ts'
import './enquiry-fields.css'

interface EnquiryFieldsProps {
  enquiry: Enquiry
  errors: Partial<Record<EnquiryField, string[]>>
}

/** What a visitor asks for, the grades of it, and what is useful to know for a sample. */
export function EnquiryFields({ enquiry: { kind, grades, notes, details }, errors }: EnquiryFieldsProps) {
  const detail = (name: SampleDetail, help: string) => (
    <ContactField name={name} label={SAMPLE_DETAILS[name].label} help={help} errors={errors[name]} isOptional>
      {(control) => <input {...control} type="text" autoComplete="off" defaultValue={details[name]} />}
    </ContactField>
  )
  return (
    <>
      <fieldset className="enquiry field--wide">
        <legend>What would you like?</legend>
        <ul className="enquiry__kinds">
          {KIND_IDS.map((id) => (
            <li key={id}>
              <label className="enquiry__choice">
                <input type="radio" name="for" value={id} defaultChecked={id === kind} />
                <span>
                  {ENQUIRY_KINDS[id]}
                  {HINTS[id] !== undefined && <small>{HINTS[id]}</small>}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <fieldset
        className="enquiry field--wide"
        id="grades"
        tabIndex={-1}
        aria-describedby={errors.grades ? 'grades-error enquiry-notes' : 'enquiry-notes'}
      >
        <legend>{grades.length === 1 ? 'Grade' : 'Grades'}</legend>
        {grades.length > 0 && (
          <ul className="enquiry__grades">
            {grades.map(({ key, name, product, isTicked }) => (
              <li key={key}>
                <label className="enquiry__choice">
                  <input type="checkbox" name="grades" value={key} defaultChecked={isTicked} />
                  <span>
                    {name}
                    <small>{product}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        {errors.grades && (
          <p className="field__error" id="grades-error">
            <Icon name="alert" />
            {errors.grades.join('. ')}
          </p>
        )}
        <div className="enquiry__notes" id="enquiry-notes">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <p>
            {grades.length > 0 ? 'Untick what you do not need.' : 'No grade is selected.'}{' '}
            <Link to={GRADES_PAGE}>Tick up to {MAX_ENQUIRY_GRADES} grades in the list</Link>
            {grades.length > 0 ? ' to choose others' : ', or name them in your message'}.
          </p>
        </div>
      </fieldset>
      <fieldset className="enquiry enquiry--sample field--wide">
        <legend>For the sample</legend>
        <div className="form">
          {detail('quantity', 'Such as 25 kg.')}
          {detail('country', 'Where the sample is sent.')}
          {detail('application', 'The cable or pipe, the line, the standard.')}
          {detail('monthlyNeed', 'Once the grade is approved.')}
        </div>
      </fieldset>
    </>
  )
}

const KIND_IDS = Object.keys(ENQUIRY_KINDS) as EnquiryKind[]

const HINTS: Partial<Record<EnquiryKind, string>> = { declaration: 'Such as RoHS' }
