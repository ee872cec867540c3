import { Form } from '@remix-run/react'
import { PERIODS } from '#app/site/collections/documents/financial-period.ts'
import { FOUND, queryOf, REGISTER_PAGE, type DocumentSelection } from '#app/site/addresses/document-selection.ts'
import type { SelectionChoices } from './find-documents.ts'
import '#app/site/ui/form.css'
import './register-form.css'

interface RegisterFormProps {
  selection: DocumentSelection
  choices: SelectionChoices
}

/** Asks for words, year, period and type. A plain GET form: the address has the whole selection. It leads to what was found. */
export function RegisterForm({ selection, choices }: RegisterFormProps) {
  const { fy, quarter, kind, q } = selection
  return (
    // The key fills the fields anew after a link to another selection.
    <Form className="register-form" action={REGISTER_PAGE + FOUND} aria-label="Documents" key={queryOf(selection)}>
      <div className="field">
        <label htmlFor="register-q">Search documents</label>
        <input id="register-q" type="search" name="q" defaultValue={q} maxLength={100} autoComplete="off" />
      </div>
      <div className="field">
        <label htmlFor="register-fy">Financial year</label>
        <select id="register-fy" name="fy" defaultValue={fy}>
          <option value="">All years</option>
          {choices.years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="register-quarter">Period</label>
        <select id="register-quarter" name="quarter" defaultValue={quarter}>
          <option value="">All periods</option>
          {Object.entries(PERIODS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {!(quarter in PERIODS) && quarter !== '' && <option>{quarter}</option>}
        </select>
      </div>
      <div className="field">
        <label htmlFor="register-kind">Type</label>
        <select id="register-kind" name="kind" defaultValue={kind}>
          <option value="">All types</option>
          {choices.kinds.map(({ group, id: all, kinds }) => (
            <optgroup key={group} label={group}>
              {all !== undefined && <option value={all}>All of {group}</option>}
              {kinds.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <div className="register-form__send">
        <button className="btn" type="submit">
          Search
        </button>
      </div>
    </Form>
  )
}
