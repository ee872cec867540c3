import { Form, Link, useLoaderData } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { privacyIntents } from './privacy-intents.ts'
import type { privacyLoader } from './privacy.server.ts'

interface Fate {
  isSealed: boolean
  isHeld: boolean
  erasableFrom: string
  keptUntil: string
}

/** When a message can be erased, and when it goes by itself. */
function fateOf({ isSealed, isHeld, erasableFrom, keptUntil }: Fate) {
  const end = `Removed by itself on ${keptUntil}`
  if (isSealed || erasableFrom === keptUntil) return end
  return isHeld
    ? `Can be erased from ${erasableFrom}: until then “Erase” seals it. ${end}`
    : `Can be erased now. ${end}`
}

/** The messages of the person, with what can be done with them. */
export function FoundMessages() {
  const { query, rows, damaged, total } = useLoaderData<typeof privacyLoader>()
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
          {rows.map(({ id, reference, name, email, mobile, received, place, notice, ...row }) => (
            <li key={id}>
              <label>
                <input type="checkbox" name="id" value={id} />
                <b>{name}</b>
                <span>
                  {email}, {mobile}
                </span>
              </label>
              <p>
                {place}. {reference}, received {received}
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
        <div className="person-act">
          <button className="btn" name="intent" value={privacyIntents.seal}>
            <Icon name="shield" />
            Seal
          </button>
          {rows.some(({ isSealed, isHeld }) => isSealed && isHeld) && (
            <button className="btn" name="intent" value={privacyIntents.unseal}>
              <Icon name="undo" />
              Unseal
            </button>
          )}
          <button className="btn btn--danger" name="intent" value={privacyIntents.erase}>
            <Icon name="trash" />
            Erase
          </button>
          {/* Full page loads: the responses are files. */}
          <a className="btn" href={`/admin/privacy/person.html?${asked}`}>
            <Icon name="download" />
            Copy as a page
          </a>
          <a className="btn" href={`/admin/privacy/person.json?${asked}`}>
            <Icon name="download" />
            Copy as JSON
          </a>
        </div>
        <p className="hint person-hint">
          A sealed message is out of all lists, searches, downloads and mails at once. It is erased when it has been
          kept for {MESSAGE_DAYS.least} days; until then “Unseal” brings it back where it was, if the person asks for it
          or the seal was a mistake. “Erase” removes older messages now and seals the others. Mails that the website has
          sent to you are not removed: delete them in your mail program.
        </p>
      </Form>
    </section>
  )
}
