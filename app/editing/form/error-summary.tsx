import { useFormMetadata } from '@conform-to/react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useStatus } from '#app/editing/ui/status-message.tsx'

/**
 * What has to be put right before the form can be saved, each with a link to its field. For a live region. A later message
 * of the page takes its place; the errors stay at their fields.
 */
export function ErrorSummary({ title }: { title: string }) {
  const form = useFormMetadata()
  const hasStatus = useStatus() !== undefined
  const errors = Object.entries(form.allErrors)
  if (errors.length === 0 || hasStatus) return null
  return (
    <div className="status status--bad">
      <Icon name="alert" />
      <div className="status__text">
        <b>{title}</b>
        <ul>
          {errors.map(([name, messages]) => (
            <li key={name}>
              {name === '' ? messages.join('. ') : <a href={`#${form.id}-${name}`}>{messages.join('. ')}</a>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
