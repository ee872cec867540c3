import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/cms/ui/icon.tsx'
import { gradesHref, isSelecting, MAX_ASKED } from '#app/site/addresses/grade-selection.ts'
import { COMPARE_ACTION, COMPARE_FORM } from '#app/site/sections/product-page/compare-form.tsx'
import type { FinderPage } from './finder-page.server.ts'
import '#app/site/ui/form.css'
import './finder-form.css'

interface FinderFormProps extends Pick<FinderPage, 'selection' | 'facets' | 'askable' | 'problems' | 'part'> {
  /** The address of the list of all grades, with those that are ticked. */
  allHref: string
}

/**
 * Asks what grades have to be, and which values they have to keep. A plain GET form: the address has the whole selection,
 * and the grades that are ticked in the list, whose boxes belong to this form too.
 */
export function FinderForm({ selection, facets, askable, problems, part, allHref }: FinderFormProps) {
  const { words, withDiscontinued } = selection
  const hasProblem = problems.some(({ text }) => text !== '')
  return (
    // The key fills the fields anew after a link to another selection.
    <Form
      className="finder-form"
      id={COMPARE_FORM}
      action={COMPARE_ACTION}
      aria-label="Grades"
      key={gradesHref(selection)}
    >
      <div className="field finder-form__words">
        <label htmlFor="grades-q">Grade, standard or words</label>
        <input
          id="grades-q"
          type="search"
          name="q"
          defaultValue={words}
          maxLength={200}
          autoComplete="off"
          placeholder="IS 5831 ST2"
        />
      </div>
      {/* Closed on phones. Where its parts fit in a line, CSS shows it all the same. */}
      <details className="finder-form__more" open={hasProblem}>
        <summary>
          {part.filtersWords} <Icon name="down" />
        </summary>
        <div className="finder-form__facets">
          {facets.map(({ facet, label, choices }) => (
            <details key={facet} name="filter">
              <summary>
                <span>
                  {label}
                  {selection.facets[facet].length > 0 && (
                    <b>
                      {' '}
                      {selection.facets[facet].length}
                      <span className="visually-hidden"> chosen</span>
                    </b>
                  )}
                </span>
                <Icon name="down" />
              </summary>
              <fieldset>
                <legend className="visually-hidden">{label}</legend>
                {choices.map(({ value, label: name, count }) => (
                  <label key={value} className="finder-form__choice">
                    <input
                      type="checkbox"
                      name={facet}
                      value={value}
                      defaultChecked={selection.facets[facet].includes(value)}
                    />
                    <span>{name}</span>
                    <span className="finder-form__count">{count}</span>
                  </label>
                ))}
              </fieldset>
            </details>
          ))}
          <details name="filter" open={hasProblem}>
            <summary>
              <span>Values{selection.asked.length > 0 && <b> {selection.asked.length}</b>}</span>
              <Icon name="down" />
            </summary>
            <AskedValues selection={selection} askable={askable} problems={problems} />
          </details>
        </div>
        {part.discontinued > 0 && (
          <label className="finder-form__choice">
            <input type="checkbox" name="discontinued" value="yes" defaultChecked={withDiscontinued} />
            <span>Include discontinued grades</span>
          </label>
        )}
      </details>
      <div className="finder-form__send">
        <button className="btn" type="submit" name="page" value="1">
          Show grades
        </button>
        {isSelecting(selection) && (
          <Link to={allHref} preventScrollReset>
            All grades
          </Link>
        )}
      </div>
    </Form>
  )
}

/** A row for each value that is asked for, and one more. */
function AskedValues({ selection, askable, problems }: Pick<FinderFormProps, 'selection' | 'askable' | 'problems'>) {
  const rows = Math.min(MAX_ASKED, selection.asked.length + 1)
  const known = new Set(askable.flatMap(({ values }) => values.map(({ name }) => name)))
  // The same elements in each row: there are a hundred of them.
  const choices = askable.map(({ label, values }) => (
    <optgroup key={label} label={label}>
      {values.map((value) => (
        <option key={value.name} value={value.name}>
          {value.label}
        </option>
      ))}
    </optgroup>
  ))
  return Array.from({ length: rows }, (_, index) => {
    const { name = '', atLeast = '', atMost = '' } = selection.asked[index] ?? {}
    const number = index + 1
    const problem = problems[index]
    const described = { 'aria-invalid': true, 'aria-describedby': `grades-problem-${number}` }
    return (
      <fieldset key={number} className="finder-form__value">
        <legend className="visually-hidden">Value {number}</legend>
        <label className="visually-hidden" htmlFor={`grades-value-${number}`}>
          Property and method
        </label>
        <select id={`grades-value-${number}`} name={`value${number}`} defaultValue={name}>
          <option value="">Choose a property …</option>
          {choices}
          {name !== '' && !known.has(name) && <option>{name}</option>}
        </select>
        <div className="finder-form__bounds">
          {(
            [
              ['min', 'At least', atLeast],
              ['max', 'At most', atMost],
            ] as const
          ).map(([side, label, bound]) => (
            <label key={side}>
              {label}
              <input
                type="text"
                name={`${side}${number}`}
                inputMode="decimal"
                maxLength={40}
                defaultValue={bound}
                {...(problem?.sides.includes(side) && described)}
              />
            </label>
          ))}
        </div>
        {problem?.text && (
          <p className="field__error" id={`grades-problem-${number}`}>
            {problem.text}
          </p>
        )}
      </fieldset>
    )
  })
}
