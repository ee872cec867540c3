import { Form, Link } from '@remix-run/react'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { ShownClockJump } from './clock-jump.server.ts'
import { releasesIntents } from './release-intents.ts'

/** Says that the clock of the server has jumped, and lets a publisher confirm its date. */
export function ClockQuestion({ jump: { from, to, held, mayConfirm } }: { jump: ShownClockJump }) {
  return (
    <ul className="attention attention--first" id="clock">
      <li>
        <b>Scheduled releases wait, because the date of the server is not certain</b>
        <span>
          The clock of the server says {to}. The last time that the site knows is {from}. The site was off in between,
          or the clock is wrong.
        </span>
        {held.length > 0 && (
          <span>
            Waiting now:{' '}
            {held.map(({ id, name, time }, at) => (
              <span key={id}>
                {at > 0 && '; '}
                <Link to={`/admin/releases/${id}`}>{name}</Link>
                {time !== undefined && `, ${time}`}
              </span>
            ))}
          </span>
        )}
        {mayConfirm ? (
          <>
            <span>
              Confirm the date if it is right. If it is wrong, do not confirm it: have the clock of the server
              corrected. Then this message goes away.
            </span>
            <Form method="post" action="/admin/releases">
              <button className="btn" name="intent" value={releasesIntents.confirmClock}>
                {held.length === 0
                  ? 'Confirm the date'
                  : `Confirm the date and publish ${countOf(held.length, 'release')}`}
              </button>
            </Form>
          </>
        ) : (
          <span>A person with the role Publisher or Administrator can confirm the date.</span>
        )}
      </li>
    </ul>
  )
}
