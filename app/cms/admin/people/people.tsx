import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { InputField, PanelForm } from '#app/cms/editing/fields/plain-form.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { LinkPanel } from './link-panel.tsx'
import { peopleIntents } from './people-intents.ts'
import { useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { PASSWORD_LINK_HOURS } from '#app/cms/people/people-times.ts'
import { RoleChoice } from './role-choice.tsx'
import { peopleAction, peopleLoader, type InvitationErrors } from './people.server.ts'
import type { PersonRow } from './shown-person.server.ts'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

export const loader = peopleLoader
export const action = peopleAction
export const clientAction = keepTyped(peopleIntents)

export const meta: MetaFunction = () => adminMeta('People')

/** Everyone who may sign in, and the form that invites somebody. */
export default function PeoplePage() {
  const { people, requiresSecondFactor, approval } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="People">
        {countOf(people.length, 'person', 'people')} who can log in, or {people.length === 1 ? 'was' : 'were'} invited
      </PageHead>
      {reply?.link && <LinkPanel link={reply.link} />}
      <div className="beside">
        <section className="panel" aria-labelledby="all-people">
          <header className="panel__head">
            <h2 id="all-people">Accounts</h2>
          </header>
          {/* Each row says the same in words. */}
          <p className="people__heads" aria-hidden="true">
            <span>Name</span>
            <span>Role</span>
            <span>Two-step login</span>
            <span>State</span>
          </p>
          <ul className="people">
            {people.map((person) => (
              <PersonItem key={person.id} person={person} />
            ))}
          </ul>
        </section>
        {/* The key resets the form after each invitation, so that it is empty. */}
        <InvitationForm key={reply?.link?.url} values={reply?.values} errors={reply?.errors} />
      </div>
      <div className="settings">
        <RequirementForm isRequired={requiresSecondFactor} without={countWithout(people)} />
        <ApprovalForm {...approval} />
      </div>
    </>
  )
}

/** The number of people who can sign in and have no second factor. */
function countWithout(people: readonly PersonRow[]) {
  return people.filter(({ state, hasSecondFactor }) => state === 'active' && !hasSecondFactor).length
}

/** The form that sets whether everyone needs a second factor. */
function RequirementForm({ isRequired, without }: { isRequired: boolean; without: number }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Two-step login</h2>
        <p>After the password the login asks for a second step: a code from an app, or a passkey.</p>
      </header>
      <Form className="account-form" method="post" preventScrollReset>
        <p>
          {isRequired
            ? 'Required. People without it have to set it up directly after they log in.'
            : 'Optional. Each person decides on the account page.'}{' '}
          {without === 0
            ? 'All active people use it.'
            : `${countOf(without, 'active person', 'active people')} ${without === 1 ? 'does' : 'do'} not use it.`}
        </p>
        <input type="hidden" name="required" value={isRequired ? 'no' : 'yes'} />
        <div>
          <button className="btn" name="intent" value={peopleIntents.requireFactor}>
            {isRequired ? 'Make it optional' : 'Require for everyone'}
          </button>
        </div>
      </Form>
    </section>
  )
}

interface SectionChoice {
  id: string
  label: string
  isNeeded: boolean
}

interface ApprovalFormProps {
  /** Sections that need approval most often, and the others. */
  first: readonly SectionChoice[]
  others: readonly SectionChoice[]
  /** Number of people who can approve. */
  approvers: number
}

/** The form that chooses the sections that a second person has to approve. */
function ApprovalForm({ first, others, approvers }: ApprovalFormProps) {
  const needed = [...first, ...others].filter(({ isNeeded }) => isNeeded)
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Approval</h2>
        <p>
          Changes of these sections become public only after a second person with the role Publisher or Administrator
          has approved them.
        </p>
      </header>
      {/* The key resets the form when the setting changes, so that its boxes show what is stored. */}
      <Form key={needed.map(({ id }) => id).join(' ')} className="account-form" method="post" preventScrollReset>
        {approvers < 2 && (
          <p className="field__help">
            At present {approvers === 1 ? 'one person' : 'no person'} can approve. People cannot approve their own
            changes, so invite a second person first.
          </p>
        )}
        <fieldset className="ticks">
          <legend className="visually-hidden">Sections that need approval</legend>
          {first.map((section) => (
            <SectionBox key={section.id} {...section} />
          ))}
          <details open={others.some(({ isNeeded }) => isNeeded)}>
            <summary>Other sections</summary>
            {others.map((section) => (
              <SectionBox key={section.id} {...section} />
            ))}
          </details>
        </fieldset>
        <div>
          <button className="btn" name="intent" value={peopleIntents.requireApproval}>
            Save
          </button>
        </div>
      </Form>
    </section>
  )
}

function SectionBox({ id, label, isNeeded }: SectionChoice) {
  return (
    <label className="tick">
      <input type="checkbox" name="section" value={id} defaultChecked={isNeeded} />
      {label}
    </label>
  )
}

function PersonItem({
  person: { href, name, username, roleLabel, state, link, hasSecondFactor, isYou },
}: {
  person: PersonRow
}) {
  return (
    <li className={state === 'deactivated' ? 'people__off' : undefined}>
      <p>
        <Link to={href}>{name}</Link> {isYou && <span className="chip chip--quiet">You</span>}
        {username !== name && <span className="people__sub">{username}</span>}
      </p>
      <span>{roleLabel}</span>
      <span className={hasSecondFactor ? undefined : 'people__none'}>
        <span className="people__label">Two-step login: </span>
        {hasSecondFactor ? 'On' : 'Off'}
      </span>
      <span className="people__state">
        {state === 'deactivated' && 'Deactivated'}
        {state === 'invited' && (link?.isExpired ? 'Invitation expired' : 'Invited')}
        {state === 'active' && 'Active'}
      </span>
    </li>
  )
}

interface InvitationFormProps {
  /** What was typed into a refused form. */
  values: { name: string; username: string; role: string } | undefined
  errors: InvitationErrors | undefined
}

function InvitationForm({ values: refused, errors = {} }: InvitationFormProps) {
  const values = { ...useRecoveredTexts([peopleIntents.invite]), ...refused }
  return (
    <PanelForm
      id="invite"
      heading="Invite a person"
      intent={peopleIntents.invite}
      button="Invite"
      busyButton="Inviting..."
      refusal={{ title: 'Invitation not created.', errors }}
      note={
        <p className="field__help">
          You get a link to send to the person. The person chooses a password with the link. The link works once, within{' '}
          {PASSWORD_LINK_HOURS} hours.
        </p>
      }
    >
      <InputField
        id="invite-name"
        label="Name"
        help="Other people see this name in the history"
        errors={errors.name}
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={values.name}
      />
      <InputField
        id="invite-username"
        label="Username"
        help="For logging in. Use letters, digits and . _ @ -, for example an e-mail address. You cannot change it later"
        errors={errors.username}
        name="username"
        required
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={values.username}
      />
      <RoleChoice selected={values.role ?? 'publisher'} errors={errors.role} />
    </PanelForm>
  )
}
