import { Icon } from '#app/ui/icon.tsx'
import type { Difference } from './content-differences.ts'

interface ConflictNoticeProps {
  conflict: readonly Difference[]
  /** The page as it now stands, for those who give their own edit up. */
  href: string
}

/** Someone else has saved in between: what differs, and the choice between the two. */
export function ConflictNotice({ conflict, href }: ConflictNoticeProps) {
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <div className="status__text">
        <b>Someone else has saved this in the meantime. Nothing was changed.</b>
        <p>Your text is still here. Save again to replace theirs with it, or continue with theirs.</p>
        <dl className="conflict">
          {conflict.map(({ name, label, mine, theirs }) => (
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
        Use theirs
      </a>
    </div>
  )
}

function valueText(value: string | undefined) {
  if (value === undefined) return '(not in the list)'
  return value === '' ? '(empty)' : value
}
