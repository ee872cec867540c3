import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { ChooseAll } from '#app/cms/editing/ui/choose-all.tsx'
import { NameOptions } from '#app/cms/editing/ui/filter-form.tsx'
import { NOBODY } from '#app/cms/inbox/find-messages.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { inboxHref, type InboxView } from './inbox-address.ts'
import { STATES } from './inbox-filters.tsx'
import { inboxIntents } from './inbox-intents.ts'
import type { MessageRow } from './inbox.server.ts'

export const DELETE_BUTTON_ID = 'delete-messages'

interface InboxListProps {
  view: InboxView
  rows: readonly MessageRow[]
  /** Those who can be put in charge. */
  people: readonly { id: string; name: string }[]
  /** When the list was made, ISO 8601. */
  seenAt: string
}

/** One page of messages, with the buttons for the chosen ones. */
export function InboxList({ view, rows, people, seenAt }: InboxListProps) {
  const isHydrated = useHydrated()
  const isTrash = view.show === 'deleted'
  return (
    <Form method="post" action={inboxHref(view)} preventScrollReset>
      <div className="inbox-bulk" role="group" aria-label="Selected messages">
        {isHydrated && <ChooseAll className="inbox-bulk__all" name="id" of="messages of this page" />}
        {isTrash ? (
          <button className="btn" name="intent" value={inboxIntents.restore}>
            <Icon name="undo" />
            Restore
          </button>
        ) : (
          <>
            {view.show === 'spam' && (
              <button className="btn" name="intent" value={inboxIntents.notSpam}>
                Not spam
              </button>
            )}
            <button className="btn" name="intent" value={inboxIntents.read}>
              <span>
                <span className="inbox-bulk__long">Mark as </span>read
              </span>
            </button>
            <button className="btn" name="intent" value={inboxIntents.unread}>
              <span>
                <span className="inbox-bulk__long">Mark as </span>unread
              </span>
            </button>
          </>
        )}
        <button className="btn btn--danger" id={DELETE_BUTTON_ID} formMethod="get" formAction="/admin/inbox/delete">
          <Icon name="trash" />
          {isTrash ? 'Delete permanently' : 'Delete'}
        </button>
        {!isTrash && view.show !== 'spam' && <SharedChange people={people} seenAt={seenAt} />}
      </div>
      {/* The button that asks whether to delete sends the form by GET, which replaces the query of the address. */}
      <input type="hidden" name="show" value={view.show} />
      <input type="hidden" name="q" value={view.query} />
      <input type="hidden" name="page" value={view.page} />
      {/* Each row says the same in words. */}
      <p className="inbox__row inbox__heads" aria-hidden="true">
        <span>From</span>
        <span>Message</span>
        <span>State</span>
        <span>In charge</span>
        <span>Received</span>
      </p>
      <ul className="inbox">
        {rows.map((row) => (
          <InboxRow key={row.id} row={row} href={inboxHref(view, `/${row.id}`)} />
        ))}
      </ul>
    </Form>
  )
}

/** State and person for the chosen messages. */
function SharedChange({ people, seenAt }: Pick<InboxListProps, 'people' | 'seenAt'>) {
  return (
    <div className="inbox-bulk__change field">
      <input type="hidden" name="seen" value={seenAt} />
      <select name="setState" aria-label="State of the selected messages" defaultValue="">
        <option value="">State…</option>
        <NameOptions of={STATES} />
      </select>
      <select name="setPerson" aria-label="Person in charge of the selected messages" defaultValue="">
        <option value="">Person in charge…</option>
        <option value={NOBODY}>Nobody</option>
        <NameOptions of={people} />
      </select>
      <button className="btn" name="intent" value={inboxIntents.handle}>
        Set
      </button>
    </div>
  )
}

function InboxRow({ row, href }: { row: MessageRow; href: string }) {
  const { id, name, email, excerpt, receivedAt, when, unread, hasNoticeFailed, kind, state, personName, urgency } = row
  return (
    <li className={unread ? 'inbox__row inbox__row--unread' : 'inbox__row'}>
      <label className="inbox__choose">
        <input type="checkbox" name="id" value={id} />
        <span className="visually-hidden">Select the message of {name}</span>
      </label>
      <p className="inbox__from">
        <Link className="inbox__name" to={href}>
          {unread && <span className="visually-hidden">Unread: </span>}
          {name}
        </Link>
        <span className="inbox__email">{email}</span>
      </p>
      <p className="inbox__text">
        {hasNoticeFailed && <span className="chip chip--bad">Notice failed</span>}{' '}
        {urgency && <span className={urgency.isLate ? 'chip chip--bad' : 'chip'}>{urgency.text}</span>}{' '}
        {kind !== undefined && <span className="chip chip--quiet">{kind}</span>} {excerpt}
      </p>
      <p className="inbox__state">
        <span className="visually-hidden">State: </span>
        {state}
      </p>
      <p className="inbox__person">
        <span className="visually-hidden">In charge: </span>
        {personName === '' ? 'Nobody yet' : personName}
      </p>
      <p className="inbox__time">
        <time dateTime={receivedAt}>{when}</time>
      </p>
    </li>
  )
}
