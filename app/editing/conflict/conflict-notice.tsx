import { Icon } from '#app/editing/ui/icon.tsx'
import { useConflict } from './conflict-context.tsx'
import { enumerate } from '#app/editing/ui/format.ts'

interface ConflictNoticeProps {
  /** Labels of fields that only someone else has changed and the form now shows. */
  taken: readonly string[]
  /** The page as it now stands, for those who give their own edit up. */
  href: string
}

/** Someone else has saved the same fields in between: what differs, and the choice between the two. */
export function ConflictNotice({ taken, href }: ConflictNoticeProps) {
  const { open } = useConflict()
  return (
    <div className="status status--note" role="alert" tabIndex={-1} data-choice>
      <Icon name="alert" />
      <div className="status__text">
        <b>Someone else has saved this in the meantime. Nothing was changed.</b>
        <p>Your text is still here. Save again to replace theirs with it, or continue with theirs.</p>
        {taken.length > 0 && <p>What only they have changed is in the form already: {enumerate(taken)}.</p>}
        <dl className="conflict">
          {open.map(({ name, label, mine, theirs }) => (
            <div key={name + label}>
              <dt>{label}</dt>
              <dd>
                <b>Yours</b> {valueText(mine)}
              </dd>
              <dd>
                <b>Theirs</b> {valueText(theirs)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <a className="btn" href={href}>
        Use all of theirs
      </a>
    </div>
  )
}

function valueText(value: string | undefined) {
  if (value === undefined) return '(not in the list)'
  return value === '' ? '(empty)' : value
}
