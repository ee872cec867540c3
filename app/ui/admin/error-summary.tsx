import { useFormMetadata } from '@conform-to/react'
import { Icon } from '#app/ui/icon.tsx'

/** What has to be put right before the form can be saved, each with a link to its field. Announced when it appears. */
export function ErrorSummary({ title }: { title: string }) {
  const form = useFormMetadata()
  const errors = Object.entries(form.allErrors)
  return (
    <div role="alert">
      {errors.length > 0 && (
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
      )}
    </div>
  )
}
