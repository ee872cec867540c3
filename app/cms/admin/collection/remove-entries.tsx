import { Link } from '@remix-run/react'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { collectionIntents } from './collection-intents.ts'
import { CHOSEN } from './collection-row.tsx'
import { formerPagesOf, type FormerPages } from './former-page.ts'

interface RemoveEntriesProps {
  rows: readonly { key: string; title: string; version: string }[]
  /** The places that link to them or refer to them. */
  links: readonly { label: string; href: string }[]
  noun: string
  /** Undefined if the entries have no pages. */
  formerPages: FormerPages | undefined
  /** Address of the list. */
  closeTo: string
}

/** Asks whether to remove the chosen entries. */
export function RemoveEntries({ rows, links, noun, formerPages, closeTo }: RemoveEntriesProps) {
  const count = countOf(rows.length, noun)
  return (
    <ConfirmPage
      title={rows.length === 0 ? `Select at least one ${noun}` : `Remove ${count}`}
      closeTo={closeTo}
      button={rows.length === 0 ? undefined : { label: 'Remove', intent: collectionIntents.remove }}
    >
      {rows.map(({ key, version }) => (
        <input key={key} type="hidden" name={CHOSEN} value={`${key}:${version}`} />
      ))}
      {rows.length === 0 ? (
        <p>Nothing is selected. An entry that somebody else has changed meanwhile has to be selected again.</p>
      ) : (
        <>
          <p>Are you sure you want to remove {count}?</p>
          <ul>
            {rows.map(({ key, title }) => (
              <li key={key}>{title}</li>
            ))}
          </ul>
          {formerPages && formerPagesOf(rows.length, formerPages).map((outcome) => <p key={outcome}>{outcome}</p>)}
          {links.length > 0 && (
            <>
              <p>These places link to them:</p>
              <ul>
                {links.slice(0, MAX_NAMED).map(({ label, href }) => (
                  <li key={href}>
                    <Link to={href}>{label}</Link>
                  </li>
                ))}
              </ul>
              {links.length > MAX_NAMED && <p>And {links.length - MAX_NAMED} more.</p>}
            </>
          )}
          <p>You can undo this, and restore each one later.</p>
        </>
      )}
    </ConfirmPage>
  )
}

const MAX_NAMED = 10
