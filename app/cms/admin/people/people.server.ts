import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { PersonChanged, type Person } from '#app/cms/people/manage-people.server.ts'
import { invitation, roleChoice } from '#app/cms/people/password-forms.ts'
import { hasRole, ROLES, ROLE_TEXTS } from '#app/cms/people/roles.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import type { AuditKind } from '#app/cms/people/audit/audit-event.ts'
import type { PasswordActionArgs } from '#app/cms/people/guard/password-check.server.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { peopleIntents, personIntents, type PersonIntent } from './people-intents.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { askFirst } from '#app/cms/content/publish/releases/ask-first.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { formRefusal, requireExpected } from '#app/cms/platform/http/error-responses.server.ts'

const PAGE = '/admin/people'

/** Error messages by field; those of `form` concern the whole form. */
export interface InvitationErrors {
  name?: string[] | undefined
  username?: string[] | undefined
  role?: string[] | undefined
  form?: string[] | undefined
}

export type PersonRow = ReturnType<typeof toRow>

/** A link that was just made. It is shown only once, because only a hash of its token is stored. */
export interface ShownLink {
  url: string
  name: string
  expires: string
}

/** All people in the order of their names, deactivated people last, and the rules for second factors and approval. */
export const peopleLoader = adminLoader('administrator', ({ user }) => {
  const people = currentSite()
    .auth.people.listPeople()
    .toSorted(
      (one, other) =>
        Number(one.state === 'deactivated') - Number(other.state === 'deactivated') ||
        one.name.localeCompare(other.name, 'en', { numeric: true }),
    )
  return {
    people: people.map((person) => toRow(person, user.id)),
    requiresSecondFactor: currentSite().auth.accounts.isSecondFactorRequired(),
    approval: approvalSetting(),
  }
})

/**
 * Invites a person (`intent=invite`, with `name`, `username` and `role`), sets whether everyone needs a second factor
 * (`require-factor` with `required`, yes or no), or sets which sections need approval (`require-approval` with each
 * `section`). The response to `invite` is the page with the link, or with the reasons of a refusal and what was typed:
 * 422 by field, 503 or 507 if the account file cannot be read or written.
 */
export const peopleAction = passwordAction('administrator', changePeople, {
  intents: peopleIntents,
})

async function changePeople({ request, context, user, posted: { fields, form } }: PasswordActionArgs) {
  const audit = { username: user.username, address: context.clientAddress }
  if (fields['intent'] === peopleIntents.requireFactor) return requireFactor(fields['required'] === 'yes', audit)
  if (fields['intent'] === peopleIntents.requireApproval) return requireApproval(form.getAll('section'))
  if (fields['intent'] !== peopleIntents.invite) throw unknownIntent()
  const checked = invitation.safeParse(fields)
  const values = typedIn(fields)
  if (!checked.success) return refuse(422, values, z.flattenError(checked.error).fieldErrors)
  try {
    const { id, token, expiresAt } = await currentSite().auth.people.invite(checked.data)
    currentSite().auth.recoveredForms.removeForm(request)
    log.info({ ...audit, person: id }, 'A person was invited')
    currentSite().audit.record({ kind: 'person.invited', about: id, detail: { role: checked.data.role } })
    return data({ link: shownLink(checked.data.name, token, expiresAt), values: undefined, errors: undefined })
  } catch (error) {
    const { status, errors } = formRefusal(error)
    return refuse(status, values, errors)
  }
}

async function requireFactor(isRequired: boolean, audit: object) {
  const { auth, flash } = currentSite()
  try {
    await auth.accounts.requireSecondFactor(isRequired)
    log.info({ ...audit, isRequired }, 'The rule for second factors was changed')
    currentSite().audit.record({
      kind: 'setting.changed',
      about: 'second factor',
      detail: { required: isRequired ? 'yes' : 'no' },
    })
    const message = isRequired ? 'Everyone needs a second factor now' : 'A second factor is optional now'
    return flash.flashRedirect(PAGE, { kind: 'success', message })
  } catch (error) {
    const { message } = requireExpected(error)
    return flash.flashRedirect(PAGE, { kind: 'failure', message })
  }
}

/**
 * Every section, with whether it needs approval, and the number of people who can approve. Sections that most often
 * need approval come first.
 */
function approvalSetting() {
  const { approvals, auth, definition } = currentSite()
  const { sections, approvalFirst = [] } = definition
  const toChoice = (section: SectionDefinition) => ({
    id: section.id,
    label: section.label,
    isNeeded: approvals.isNeeded(section),
  })
  const others = sections.filter(({ id }) => !approvalFirst.some((first) => first.id === id))
  const approvers = auth.people
    .listPeople()
    .filter(({ state, role }) => state === 'active' && hasRole(role, 'publisher'))
  return { first: approvalFirst.map(toChoice), others: others.map(toChoice), approvers: approvers.length }
}

async function requireApproval(ids: readonly FormDataEntryValue[]) {
  const { approvals, flash } = currentSite()
  const chosen = currentSite().definition.sections.filter(({ id }) => ids.includes(id))
  const added = chosen.filter((section) => !approvals.isNeeded(section)).map(({ id }) => id)
  if (added.length > 0) askFirst(currentSite().releases, { needsApproval: new Set(added) })
  try {
    await approvals.setSections(new Set(chosen.map(({ id }) => id)))
    const message =
      chosen.length === 0
        ? 'No section needs approval now'
        : `${countOf(chosen.length, 'section')} ${chosen.length === 1 ? 'needs' : 'need'} approval now`
    return flash.flashRedirect(PAGE, { kind: 'success', message })
  } catch (error) {
    const { message } = requireExpected(error)
    return flash.flashRedirect(PAGE, { kind: 'failure', message })
  }
}

function refuse(status: number, values: ReturnType<typeof typedIn>, errors: InvitationErrors) {
  return data({ link: undefined, values, errors }, { status })
}

function typedIn(fields: Record<string, unknown>) {
  return { name: textOf(fields['name']), username: textOf(fields['username']), role: textOf(fields['role']) }
}

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
      currentSite().audit.record({ kind: 'person.link', about: person.id })
      return data({ link: shownLink(person.name, token, expiresAt) })
    }
    if (intent === personIntents.resetFactor && person.id === user.id)
      return refuseOwn('This is for other people who have lost theirs. Change your own second factor here.')
    const message = await changes[intent](person, fields)
    log.info({ ...audit, change: intent }, 'A person was changed')
    const { role } = currentSite().auth.people.findPerson(person.id) ?? {}
    currentSite().audit.record({
      kind: AUDIT_KIND_OF[intent],
      about: person.id,
      detail: intent === personIntents.role ? { before: person.role, role } : {},
    })
    return currentSite().flash.flashRedirect(afterChange(person, user.id, intent), { kind: 'success', message })
  } catch (error) {
    const { message } = requireExpected(error)
    const page = error instanceof PersonChanged ? PAGE : personHref(person.id)
    return currentSite().flash.flashRedirect(page, { kind: 'failure', message })
  }
}

/** Leads to the page on which people change their own account. */
function refuseOwn(message: string) {
  return currentSite().flash.flashRedirect('/admin/account', { kind: 'failure', message })
}

/** The changes. Each resolves with its success message. */
const changes = {
  async [personIntents.role]({ id, name }: Person, fields: Record<string, unknown>) {
    const role = roleChoice.parse(fields['role'])
    if (!hasRole(role, 'publisher')) askFirst(currentSite().releases, { withoutApprover: id })
    await currentSite().auth.people.setRole(id, role)
    if (!hasRole(role, 'publisher')) await currentSite().approvals.dropOf(id)
    return `The role of ${name} is ${ROLE_TEXTS[role].label} now`
  },
  async [personIntents.deactivate]({ id, name }: Person) {
    askFirst(currentSite().releases, { withoutApprover: id })
    await currentSite().auth.people.deactivate(id)
    await currentSite().approvals.dropOf(id)
    return `${name} cannot sign in any more`
  },
  async [personIntents.resetFactor]({ id, name }: Person) {
    await currentSite().auth.people.resetSecondFactor(id)
    return `The second factor of ${name} is removed`
  },
  async [personIntents.reactivate]({ id, name }: Person) {
    await currentSite().auth.people.reactivate(id)
    return `${name} can sign in again`
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
  return intent === personIntents.withdraw ? PAGE : personHref(id)
}

function requirePerson(id = '') {
  const person = currentSite().auth.people.findPerson(id)
  if (!person) throw new Response('There is no such person.', { status: 404 })
  return person
}

function personHref(id: string) {
  return `${PAGE}/${encodeURIComponent(id)}`
}

function shownLink(name: string, token: string, expiresAt: string): ShownLink {
  const url = new URL('/admin/set-password', currentSite().env.publicOrigin)
  url.searchParams.set('token', token)
  return { url: url.href, name, expires: formatTimeInSentence(expiresAt) }
}

function toRow({ id, name, username, role, state, linkExpiresAt, hasSecondFactor }: Person, ownId: string) {
  const isExpired = linkExpiresAt !== undefined && Date.parse(linkExpiresAt) <= Date.now()
  return {
    id,
    href: personHref(id),
    name,
    username,
    role,
    roleLabel: ROLE_TEXTS[role].label,
    state,
    /** Undefined if the person has no unused link, or is deactivated. */
    link:
      linkExpiresAt === undefined || state === 'deactivated'
        ? undefined
        : { isExpired, when: formatTimeInSentence(linkExpiresAt) },
    hasSecondFactor,
    isYou: id === ownId,
  }
}
