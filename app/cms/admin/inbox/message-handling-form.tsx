import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { NameOptions } from '#app/cms/editing/ui/filter-form.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { MAX_NOTE_LENGTH } from '#app/cms/inbox/message-handling.ts'
import { STATES } from './inbox-filters.tsx'
import type { RefusedHandling, shownHandling } from './inbox-handling.server.ts'
import { inboxIntents } from './inbox-intents.ts'

type ShownHandling = ReturnType<typeof shownHandling>

interface MessageHandlingFormProps {
  handling: ShownHandling
  /** Those who can be in charge. */
  people: readonly { id: string; name: string }[]
  refused: RefusedHandling | undefined
}

/** State, person in charge and note of a message. */
export function MessageHandlingForm({ handling, people, refused }: MessageHandlingFormProps) {
  const { state, person, note } = refused?.typed ?? handling
  const errors = refused?.errors ?? {}
  const seen = refused?.now ?? handling
  return (
    <section className="message-handled" aria-labelledby="handling-title">
      <h2 id="handling-title">Handling</h2>
      {refused?.now && <MeanwhileChanged now={refused.now} />}
      {refused?.problem !== undefined && (
        <NotSaved title={refused.problem}>
          <p>What you typed is still below.</p>
        </NotSaved>
      )}
      {/* The key shows what was saved. */}
      <Form className="message-handling" method="post" preventScrollReset key={handling.changedAt}>
        <input type="hidden" name="seen" value={seen.changedAt} />
        <div className="two">
          <PlainField id="handling-state" label="State" errors={errors.state}>
            {(described) => (
              <select id="handling-state" name="state" defaultValue={state} {...described}>
                <NameOptions of={STATES} />
              </select>
            )}
          </PlainField>
          <PlainField id="handling-person" label="Person in charge" errors={errors.person}>
            {(described) => (
              <select id="handling-person" name="person" defaultValue={person} {...described}>
                <option value="">Nobody yet</option>
                <NameOptions of={people} />
              </select>
            )}
          </PlainField>
        </div>
        <PlainField id="handling-note" label="Note" errors={errors.note} help="Only staff see it.">
          {(described) => (
            <textarea
              id="handling-note"
              name="note"
              rows={4}
              maxLength={MAX_NOTE_LENGTH}
              defaultValue={note}
              {...described}
            />
          )}
        </PlainField>
        <button className="btn" name="intent" value={inboxIntents.handle}>
          Save
        </button>
      </Form>
      {handling.changed !== '' && <p className="message-facts__detail">{handling.changed}</p>}
    </section>
  )
}

/** What somebody else has saved since the page was opened. */
function MeanwhileChanged({ now }: { now: ShownHandling }) {
  return (
    <NotSaved title="Not saved: somebody else has changed this meanwhile.">
      <HandlingFacts handling={now} />
      <p>What you typed is still below. Copy what you need from above, then save: this replaces it.</p>
    </NotSaved>
  )
}

function NotSaved({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="status status--note message-handling__conflict" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          <b>{title}</b>
        </p>
        {children}
      </div>
    </div>
  )
}

/** What staff have noted about a message, to read. */
export function HandlingFacts({ handling }: { handling: ShownHandling }) {
  const { stateLabel, personName, note, changed } = handling
  return (
    <>
      <p>
        {stateLabel}
        {personName !== '' && `, in charge: ${personName}`}
      </p>
      {note !== '' && <p className="message-handling__note">{note}</p>}
      {changed !== '' && <p className="message-facts__detail">{changed}</p>}
    </>
  )
}
