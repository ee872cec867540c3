import { useFormMetadata } from '@conform-to/react'
import { valueAt } from '#app/cms/content/compare/describe-collisions.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useStatus } from '#app/cms/editing/ui/status-message.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { useFailedUploads } from './failed-uploads.tsx'

/** The rows of a form, of which each is saved as something of its own. */
export interface RowsOfForm {
  /** Name of the list's field. */
  list: string
  /** What one row becomes: `document`. */
  noun: string
  /** The name of a row, from its values and its index. */
  label: (row: unknown, at: number) => string
}

interface ErrorSummaryProps {
  /** Says what was not done. */
  title: string
  rows?: RowsOfForm | undefined
}

/** What is wrong in one field or row, with the name of the field that the link leads to; '' for the whole form. */
interface Refused {
  field: string
  label?: string
  messages: string[]
}

/**
 * What to correct before the form can be saved, each with a link to its field or row. Use it in a live region. A later
 * message of the page replaces it; the errors at the fields remain.
 */
export function ErrorSummary({ title, rows }: ErrorSummaryProps) {
  const form = useFormMetadata()
  const failedUploads = useFailedUploads()
  const hasStatus = useStatus() !== undefined
  const errors = new Map(Object.entries(form.allErrors))
  for (const [field, problem] of failedUploads) if (!errors.has(field)) errors.set(field, [problem])
  if (errors.size === 0 || hasStatus) return null
  const fields = Array.from(errors, ([field, messages]): Refused => ({ field, messages }))
  const refused = rows ? byRow(fields, rows, form.value) : fields
  const count = refused.filter(({ label }) => label !== undefined).length
  return (
    <div className="status status--bad">
      <Icon name="alert" />
      <div className="status__text">
        <b>
          {title}
          {rows && count > 0 && `. ${countOf(count, rows.noun)} ${count === 1 ? 'was' : 'were'} refused`}
        </b>
        <ul>
          {refused.map(({ field, label, messages }) => {
            const text = messages.join('. ')
            return (
              <li key={field}>
                {field === '' ? text : <a href={`#${form.id}-${field}`}>{label ?? text}</a>}
                {label !== undefined && `: ${text}`}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

/** The errors of each row together, in the order of the rows, after those of other fields. */
function byRow(fields: readonly Refused[], { list, label }: RowsOfForm, value: unknown): Refused[] {
  const others: Refused[] = []
  const ofRows = new Map<number, Refused>()
  for (const refused of fields) {
    const index = refused.field.startsWith(`${list}[`) ? Number.parseInt(refused.field.slice(list.length + 1), 10) : -1
    if (index < 0) others.push(refused)
    else {
      const { field, messages } = ofRows.get(index) ?? { ...refused, messages: [] }
      const name = label(valueAt(value, `${list}[${index}]`), index)
      ofRows.set(index, { field, label: name, messages: [...messages, ...refused.messages] })
    }
  }
  return [...others, ...[...ofRows].sort(([one], [other]) => one - other).map(([, row]) => row)]
}
