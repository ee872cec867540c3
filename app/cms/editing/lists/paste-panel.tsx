import { useFormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PasteNote } from '#app/cms/editing/fields/plain-field.tsx'
import { usePaste } from '#app/cms/editing/paste/use-paste.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { leaveOutNameOf, othersNameOf, pasteNameOf, type PastedRow, type PastedTable } from './pasted-table.ts'

interface PastePanelProps {
  id: string
  /** Name of the list's field. */
  list: string
  noun: string
  /** What the pasted rows would change; undefined before they are compared. */
  pasted: PastedTable | undefined
  onClose: () => void
}

/** A field for rows of a spreadsheet, what they would change, and the button that takes them into the form. */
export function PastePanel({ id, list, noun, pasted, onClose }: PastePanelProps) {
  const { id: form } = useFormMetadata()
  const isHydrated = useHydrated()
  const textRef = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    textRef.current?.focus()
  }, [])
  useEffect(() => {
    if (pasted?.isRefused) textRef.current?.focus()
  }, [pasted])
  const paste = usePaste()
  const anchor = isHydrated ? undefined : `#${encodeURIComponent(`${id}-place`)}`
  const isCompared = pasted !== undefined && !pasted.isEmpty
  const mayTake = isCompared && pasted.problems.length === 0
  return (
    <section className="paste__panel" aria-label={`Paste ${noun}s from a spreadsheet`}>
      <div className="field" onPaste={paste.onPaste}>
        <label htmlFor={id}>Rows from a spreadsheet</label>
        <textarea
          id={id}
          ref={textRef}
          form={form}
          name={pasteNameOf(list)}
          rows={6}
          maxLength={200_000}
          spellCheck={false}
          defaultValue={pasted?.text ?? ''}
          aria-describedby={`${id}-help`}
          aria-invalid={pasted?.isRefused}
        />
        {paste.note !== undefined && <PasteNote id={`${id}-pasted`} text={paste.note} />}
        <p className="field__help" id={`${id}-help`}>
          Copy the rows in Excel, LibreOffice or Google Sheets, with or without the line of headings, and paste them
          here.
          {pasted && ` The columns are: ${pasted.columns.join('; ')}.`} The first column says which {noun} a row belongs
          to.
        </p>
      </div>
      <label className="paste__others">
        <input
          type="checkbox"
          form={form}
          name={othersNameOf(list)}
          value="on"
          defaultChecked={pasted?.removesOthers ?? false}
        />
        Remove {noun}s that are not in these rows
      </label>
      {pasted && pasted.unknown.length > 0 && (
        <label className="paste__others">
          <input type="checkbox" form={form} name={leaveOutNameOf(list)} value="on" defaultChecked={pasted.leavesOut} />
          <span>
            Leave out the columns that the list does not have: <bdi>{pasted.unknown.join('; ')}</bdi>
          </span>
        </label>
      )}
      {isCompared && <Summary pasted={pasted} noun={noun} />}
      <div className="paste__buttons">
        <button
          className={mayTake ? 'btn' : 'btn btn--primary'}
          form={form}
          name="intent"
          value={`${contentIntents.paste} ${list}`}
          formNoValidate
          formAction={anchor}
        >
          Show what changes
        </button>
        {mayTake && (
          <button
            className="btn btn--primary"
            form={form}
            name="intent"
            value={`${contentIntents.take} ${list}`}
            formNoValidate
            formAction={anchor}
          >
            Take these rows into the form
          </button>
        )}
        {isHydrated && (
          <button className="btn btn--ghost" type="button" onClick={onClose}>
            Cancel
          </button>
        )}
      </div>
      {isCompared && <ComparedRows pasted={pasted} />}
    </section>
  )
}

/** What has to be corrected first, or how many rows change. */
function Summary({ pasted, noun }: { pasted: PastedTable; noun: string }) {
  const { rows, others, removesOthers, above, decimalCommas, problems } = pasted
  if (problems.length > 0) {
    return (
      <div className="status status--bad" role="alert">
        <Icon name="alert" />
        <div className="status__text">
          <b>Correct these cells, then show the changes again</b>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      </div>
    )
  }
  const count = (state: PastedRow['state']) => rows.filter((row) => row.state === state).length
  const fate = removesOthers ? 'will be removed' : others === 1 ? 'stays' : 'stay'
  return (
    <p role="status">
      <b>
        {count('new')} new, {count('changed')} changed, {count('unchanged')} unchanged.
      </b>
      {above > 0 && ` ${countOf(above, 'line')} above the headings ${above === 1 ? 'is' : 'are'} left out.`}
      {others > 0 && ` ${countOf(others, `other ${noun}`)} ${fate}.`}
      {decimalCommas[0] !== undefined &&
        ` ${countOf(decimalCommas.length, 'cell')} with a decimal comma, such as ${decimalCommas[0]}: visitors will read ${decimalCommas.length === 1 ? 'it' : 'them'} as written.`}
    </p>
  )
}

function ComparedRows({ pasted: { columns, rows } }: { pasted: PastedTable }) {
  if (rows.length === 0) return null
  return (
    <table className="paste__table">
      <caption className="visually-hidden">What changes</caption>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Change</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, state, cells }) => (
          <tr key={number} data-state={state}>
            <td data-label="Row">{number}</td>
            <td data-label="Change">{STATES[state]}</td>
            {cells.map((cell, at) => (
              <td key={at} data-label={columns[at]}>
                <Cell {...cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const STATES = { new: 'New', changed: 'Changed', unchanged: 'Unchanged' }

function Cell({ text, before }: PastedRow['cells'][number]) {
  if (before === undefined) return text
  return (
    <span>
      <del>{before || '(empty)'}</del> <ins>{text || '(empty)'}</ins>
    </span>
  )
}
