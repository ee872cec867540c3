import { refusals } from './refusals.ts'
import type { ApiOperation } from './api-operation.ts'
import { curlExamples } from './curl-example.ts'
import { fieldRows, fileRows, type FieldRow } from './field-rows.ts'

/** One call: its address at a glance, and folded below it all that is needed to make it. */
export function OperationCall({ operation, origin }: { operation: ApiOperation; origin: string }) {
  const { id, method, path, summary, access, notes, answer } = operation
  const answerWords = `Answer: ${answer.status}, ${answer.description.charAt(0).toLowerCase()}${answer.description.slice(1)}`
  const answerRows = answer.schema ? fieldRows(answer.schema) : []
  return (
    <details className="call" id={id}>
      <summary>
        <span className={`method ${method}`}>{method.toUpperCase()}</span>
        <code>{path}</code>
        <span className="about">{summary}</span>
        {access === 'administrator' && <span className="access">Administrators</span>}
      </summary>
      <div className="call-body">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Parameters operation={operation} />
        <FieldTable caption="Body" rows={bodyRows(operation)} isBody />
        {answerRows.length === 0 ? <h3>{answerWords}</h3> : <FieldTable caption={answerWords} rows={answerRows} />}
        <Refusals statuses={operation.refusals} />
        {curlExamples(operation, origin).map(({ label, command }) => (
          <figure key={label}>
            <figcaption>{label}</figcaption>
            <pre>
              <code>{command}</code>
            </pre>
          </figure>
        ))}
      </div>
    </details>
  )
}

function Parameters({ operation: { idExample, condition } }: { operation: ApiOperation }) {
  if (idExample === undefined && !condition) return null
  return (
    <>
      <h3>Parameters</h3>
      <ul>
        {idExample !== undefined && (
          <li>
            <code>{'{id}'}</code> in the address: the <code>_id</code>, such as <code>{idExample}</code>
          </li>
        )}
        {condition && (
          <li>
            <code>{condition}</code> as a header, where you want it:{' '}
            {condition === 'If-Match' ? 'the ETag of the version to change' : 'the ETag of the version you know'}
          </li>
        )}
      </ul>
    </>
  )
}

interface FieldTableProps {
  caption: string
  rows: FieldRow[]
  /** An answer holds all of its fields; a body need not. */
  isBody?: boolean
}

function FieldTable({ caption, rows, isBody = false }: FieldTableProps) {
  if (rows.length === 0) return null
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Kind</th>
          <th scope="col">Note</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, kind, isRequired, note }) => (
          <tr key={name + note}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{isRequired && isBody ? `${kind}, required` : kind}</td>
            <td>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Refusals({ statuses }: { statuses: ApiOperation['refusals'] }) {
  return (
    <>
      <h3>Refusals</h3>
      <ul className="refusals">
        {statuses
          .toSorted((one, other) => one - other)
          .map((status) => (
            <li key={status}>
              <b>{status}</b> {refusals[status].description}
            </li>
          ))}
      </ul>
    </>
  )
}

function bodyRows({ bodies }: ApiOperation): FieldRow[] {
  const [first] = bodies
  const files = bodies.flatMap(fileRows)
  const names = new Set(files.map(({ name }) => name))
  const isJson = first?.mediaType === 'application/json'
  const fields = first ? fieldRows(first.schema).filter(({ name }) => isJson || !names.has(name)) : []
  return [...fields, ...files]
}
