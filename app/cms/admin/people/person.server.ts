import { actorOf } from '#app/cms/platform/author.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { data, redirect } from '@remix-run/node'
import { askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import type { AuditKind } from '#app/cms/people/audit/audit-event.ts'
import type { PasswordActionArgs } from '#app/cms/people/guard/password-check.server.ts'
import { PersonChanged, type Person } from '#app/cms/people/manage-people.server.ts'
import { roleChoice } from '#app/cms/people/password-forms.ts'
import { hasRole, ROLES, ROLE_TEXTS } from '#app/cms/people/roles.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { personIntents, type PersonIntent } from './people-intents.ts'
import { PEOPLE_PAGE, personHref, shownLink, toRow } from './shown-person.server.ts'

/** One person. Throws 404 for an unknown id. */
export const personLoader = adminLoader('administrator', ({ params, user }) => {
  return { person: toRow(requirePerson(params['personId']), user.id), roles: [...ROLES] }
})

const CONFIRMED = [personIntents.deactivate, personIntents.resetFactor] as const

/** The question before a deactivation or the removal of a second factor. Throws 404 for any other change. */
export const confirmLoader = adminLoader('administrator', ({ params, user }) => {
  const change = CONFIRMED.find((change) => change === params['change'])
  if (!change) throw new Response('There is no such change.', { status: 404 })
  const person = toRow(requirePerson(params['personId']), user.id)
  // People change their own second factor on the account page.
  if (change === personIntents.resetFactor && person.isYou) throw redirect('/admin/account')
  return { person, change }
})

/**
 * Changes a person: `intent=role` with a `role`, `link` (a new link to set a password, which the response shows),
 * `deactivate`, `reset-factor`, `reactivate`, or `withdraw` (an invitation that was not accepted). A refused change
 * redirects with its reason.
 */
export const personAction = passwordAction('administrator', changePerson, { intents: personIntents })

async function changePerson({ params, context, user, posted: { fields } }: PasswordActionArgs) {
  const person = requirePerson(params['personId'])
  const { intent } = fields
  if (typeof intent !== 'string' || !isChange(intent)) throw unknownIntent()
  const audit = { username: user.username, address: context.clientAddress, person: person.id }
  try {
    if (intent === personIntents.link) {
      // It would replace the own password without the current one.
      if (person.id === user.id) return refuseOwn('A link is for other people. Change your own password here.')
      const { token, expiresAt } = await currentSite().auth.people.makeLink(person.id)
      log.info(audit, 'A link to set a password was made')
      currentSite().audit.record({ kind: 'person.link', about: person.id, actor: actorOf(user) })
      return data({ link: shownLink(person.name, token, expiresAt) })
    }
    if (intent === personIntents.resetFactor && person.id === user.id)
      return refuseOwn('This is for other people who have lost theirs. Change your own two-step login here.')
    const message = await changes[intent](person, fields, user)
    log.info({ ...audit, change: intent }, 'A person was changed')
    const { role } = currentSite().auth.people.findPerson(person.id) ?? {}
    currentSite().audit.record({
      kind: AUDIT_KIND_OF[intent],
      about: person.id,
      detail: intent === personIntents.role ? { before: person.role, role } : {},
      actor: actorOf(user),
    })
    return currentSite().flash.flashRedirect(afterChange(person, user.id, intent), { kind: 'success', message })
  } catch (error) {
    const { message } = requireExpected(error)
    const page = error instanceof PersonChanged ? PEOPLE_PAGE : personHref(person.id)
    return currentSite().flash.flashRedirect(page, { kind: 'failure', message })
  }
}

/** Leads to the page on which people change their own account. */
function refuseOwn(message: string) {
  return currentSite().flash.flashRedirect('/admin/account', { kind: 'failure', message })
}

/** The changes. Each resolves with its success message. */
const changes = {
  async [personIntents.role]({ id, name }: Person, fields: Record<string, unknown>, by: User) {
    const role = roleChoice.parse(fields['role'])
    if (!hasRole(role, 'publisher')) askFirst(by, currentSite().releases, { withoutApprover: id })
    await currentSite().auth.people.setRole(id, role)
    if (!hasRole(role, 'publisher')) await currentSite().approvals.dropOf(id)
    return `The role of ${name} is ${ROLE_TEXTS[role].label} now`
  },
  async [personIntents.deactivate]({ id, name }: Person, _fields: Record<string, unknown>, by: User) {
    askFirst(by, currentSite().releases, { withoutApprover: id })
    await currentSite().auth.people.deactivate(id)
    await currentSite().approvals.dropOf(id)
    return `${name} can no longer log in`
  },
  async [personIntents.resetFactor]({ id, name }: Person) {
    await currentSite().auth.people.resetSecondFactor(id)
    return `The two-step login of ${name} is removed`
  },
  async [personIntents.reactivate]({ id, name }: Person) {
    await currentSite().auth.people.reactivate(id)
    return `${name} can log in again`
  },
  async [personIntents.withdraw]({ id, name }: Person) {
    await currentSite().auth.people.withdrawInvitation(id)
    return `The invitation of ${name} was withdrawn`
  },
}

const AUDIT_KIND_OF = {
  [personIntents.role]: 'person.role',
  [personIntents.deactivate]: 'person.deactivated',
  [personIntents.resetFactor]: 'second-factor.removed',
  [personIntents.reactivate]: 'person.reactivated',
  [personIntents.withdraw]: 'person.withdrawn',
} as const satisfies Record<Exclude<PersonIntent, 'link'>, AuditKind>

function isChange(intent: string): intent is PersonIntent {
  return intent === personIntents.link || Object.hasOwn(changes, intent)
}

/** The page to redirect to. People who have given up their own role cannot open the page of people any more. */
function afterChange({ id }: Person, ownId: string, intent: string) {
  if (id === ownId) return '/admin/account'
  return intent === personIntents.withdraw ? PEOPLE_PAGE : personHref(id)
}

function requirePerson(id = '') {
  const person = currentSite().auth.people.findPerson(id)
  if (!person) throw new Response('There is no such person.', { status: 404 })
  return person
}
