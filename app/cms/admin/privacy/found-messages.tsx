import { Form, Link, useLoaderData } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf, spanOfDays } from '#app/cms/platform/format/words.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { privacyIntents } from './privacy-intents.ts'
import type { privacyLoader } from './privacy.server.ts'

interface Fate {
  isSealed: boolean
  isHeld: boolean
  erasableFrom: string
  keptUntil: string
}

/** When a message goes by itself, and what “Erase” does before that. */
function fateOf({ isSealed, isHeld, erasableFrom, keptUntil }: Fate) {
  const end = `Kept until ${keptUntil}, then removed automatically`
  if (isSealed || erasableFrom === keptUntil) return `${end}.`
  return isHeld
    ? `${end}. “Erase” seals it at once and removes it on ${erasableFrom}.`
    : `${end}. “Erase” removes it at once.`
}

/** The messages of the person, with what can be done with them. */
export function FoundMessages() {
  const { query, rows, damaged, total } = useLoaderData<typeof privacyLoader>()
  // What is sealed until its year is over needs nothing more.
  const mayErase = damaged.length > 0 || rows.some(({ isSealed, isHeld }) => !(isSealed && isHeld))
  const asked = new URLSearchParams({ q: query }).toString()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{countOf(total + damaged.length, 'message')}</h2>
      </header>
      {/* The key unticks what was just changed. */}
      <Form
        method="post"
        action={`/admin/privacy?${asked}`}
        preventScrollReset
        key={rows.map(({ id, place }) => id + place).join()}
      >
        <ul className="person-rows">
          {rows.map(({ id, reference, name, email, mobile, text, received, place, notice, ...row }) => (
            <li key={id}>
              <label>
                <input type="checkbox" name="id" value={id} />
                <b>
                  {name}
                  {row.isSealed && <span className="chip">{place}</span>}
                </b>
                <span>
                  {email}, {mobile}
                </span>
              </label>
              {text !== '' && <p className="person-text">“{text}”</p>}
              <p>
                {!row.isSealed && `${place}. `}
                {reference}, received {received}
                {notice !== undefined && `. Notice: ${notice}`}
              </p>
              <p>{fateOf(row)}</p>
              <p>
                <Link to={`/admin/privacy/correct/${id}`}>
                  Correct<span className="visually-hidden">: message {reference}</span>
                </Link>
              </p>
            </li>
          ))}
          {damaged.map(({ id, file }) => (
            <li key={id}>
              <label>
                <input type="checkbox" name="id" value={id} />
                <b>A file that cannot be read</b>
                <span>{file}</span>
              </label>
            </li>
          ))}
        </ul>
        <p className="person-choose">
          Tick the messages, then seal or erase them. The law asks that a message is kept for{' '}
          {spanOfDays(MESSAGE_DAYS.least)}: until then it can only be sealed, which takes it out of all lists, searches,
          downloads and mails, until “Unseal”.
        </p>
        <div className="person-act">
          {(mayErase || rows.some(({ isSealed }) => !isSealed)) && (
            <button className="btn" name="intent" value={privacyIntents.seal}>
              <Icon name="shield" />
              Seal
            </button>
          )}
          {rows.some(({ isSealed, isHeld }) => isSealed && isHeld) && (
            <button className="btn" name="intent" value={privacyIntents.unseal}>
              <Icon name="undo" />
              Unseal
            </button>
          )}
          {/* Full page loads: the responses are files. */}
          <span className="person-copies">
            <a className="btn" href={`/admin/privacy/person.html?${asked}`}>
              <Icon name="download" />
              Copy as a page
            </a>
            <a className="btn" href={`/admin/privacy/person.json?${asked}`}>
              <Icon name="download" />
              Copy as JSON
            </a>
          </span>
        </div>
        {mayErase && (
          <details className="person-erase">
            <summary className="btn btn--danger">
              <Icon name="trash" />
              Erase…
            </summary>
            <p>
              Erase the ticked messages? What is gone cannot be brought back. Messages that still have to be kept are
              sealed now and erased when their year is over.
            </p>
            <button className="btn btn--danger" name="intent" value={privacyIntents.erase}>
              Erase the ticked messages
            </button>
          </details>
        )}
        <p className="hint person-hint">
          Mails that the website has sent to you are not removed: delete them in your mail program.
        </p>
      </Form>
    </section>
  )
}
