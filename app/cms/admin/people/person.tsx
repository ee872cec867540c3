import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { LinkPanel } from './link-panel.tsx'
import { personIntents } from './people-intents.ts'
import { RoleChoice } from './role-choice.tsx'
import { personAction, personLoader } from './person.server.ts'
import type { PersonRow } from './shown-person.server.ts'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

export const loader = personLoader
export const action = personAction

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.person.name ?? 'Not found')

/** One person: role, password link, and whether they may sign in. */
export default function PersonPage() {
  const { person } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/admin/people">People</BackLink>
      <PageHead title={person.name}>
        Username <b>{person.username}</b>. {stateText(person)}
      </PageHead>
      {reply && 'link' in reply && <LinkPanel link={reply.link} />}
      {person.state !== 'deactivated' && (
        <>
          <RoleForm key={person.role} person={person} />
          {!person.isYou && <LinkForm person={person} />}
        </>
      )}
      {person.hasSecondFactor && !person.isYou && <FactorPanel person={person} />}
      {person.state === 'active' ? <DeactivationPanel person={person} /> : <AccessForm person={person} />}
      <Outlet />
    </>
  )
}

function stateText({ state, link }: PersonRow) {
  if (state === 'deactivated') return 'Deactivated. This person cannot log in.'
  if (state === 'active')
    return link && !link.isExpired ? `Active. A link for a new password works until ${link.when}.` : 'Active.'
  if (!link) return 'Has no password yet.'
  return link.isExpired ? `The invitation expired ${link.when}.` : `Invited. The link works until ${link.when}.`
}

function RoleForm({ person: { role, isYou } }: { person: PersonRow }) {
  return (
    <section className="panel" aria-label="Role">
      <Form className="account-form" method="post" preventScrollReset>
        <RoleChoice selected={role} />
        {isYou && (
          <p className="field__help">
            This is your own account. If you give up the role, you cannot give it back to yourself.
          </p>
        )}
        <div>
          <button className="btn" name="intent" value={personIntents.role}>
            Save role
          </button>
        </div>
      </Form>
    </section>
  )
}

function LinkForm({ person: { name, state } }: { person: PersonRow }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{state === 'invited' ? 'Invitation' : 'Lost password'}</h2>
      </header>
      <Form className="account-form" method="post">
        <p>
          {state === 'invited'
            ? `Make a new link if ${name} has lost the first one or it has expired. Earlier links stop working.`
            : `Make a link. ${name} can choose a new password with it. The present password works until then.`}
        </p>
        <div>
          <button className="btn" name="intent" value={personIntents.link}>
            Make a new link
          </button>
        </div>
      </Form>
    </section>
  )
}

function FactorPanel({ person: { href, name } }: { person: PersonRow }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Lost phone or passkey</h2>
      </header>
      <div className="account-form">
        <p>If {name} has lost the phone or the passkeys and the recovery codes, remove the two-step login.</p>
        <div>
          <Link className="btn btn--danger" to={`${href}/${personIntents.resetFactor}`} preventScrollReset>
            Remove two-step login
          </Link>
        </div>
      </div>
    </section>
  )
}

function DeactivationPanel({ person: { href, name } }: { person: PersonRow }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Deactivate</h2>
      </header>
      <div className="account-form">
        <p>
          {name} is logged out everywhere at once and can no longer log in, nor can programs in this name. The history
          still shows the name. You can reactivate the account at any time.
        </p>
        <div>
          <Link className="btn btn--danger" to={`${href}/${personIntents.deactivate}`} preventScrollReset>
            Deactivate
          </Link>
        </div>
      </div>
    </section>
  )
}

/** Shown for a person who is invited or deactivated. */
function AccessForm({ person: { name, state } }: { person: PersonRow }) {
  const { title, text, intent, button } = accessTexts(name, state)
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{title}</h2>
      </header>
      <Form className="account-form" method="post" preventScrollReset>
        <p>{text}</p>
        <div>
          <button
            className={intent === personIntents.reactivate ? 'btn' : 'btn btn--danger'}
            name="intent"
            value={intent}
          >
            {button}
          </button>
        </div>
      </Form>
    </section>
  )
}

function accessTexts(name: string, state: PersonRow['state']) {
  if (state === 'invited') {
    return {
      title: 'Withdraw the invitation',
      text: 'The link stops working at once, and the username is free again.',
      intent: personIntents.withdraw,
      button: 'Withdraw invitation',
    }
  }
  return {
    title: 'Reactivate',
    text: `${name} can log in again with the previous password.`,
    intent: personIntents.reactivate,
    button: 'Reactivate',
  }
}
