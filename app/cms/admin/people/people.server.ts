import { actorOf } from '#app/cms/platform/author.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import type { PasswordActionArgs } from '#app/cms/people/guard/password-check.server.ts'
import { invitation } from '#app/cms/people/password-forms.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formRefusal, requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { peopleIntents } from './people-intents.ts'
import { PEOPLE_PAGE, shownLink, toRow } from './shown-person.server.ts'

/** Error messages by field; those of `form` concern the whole form. */
export interface InvitationErrors {
  name?: string[] | undefined
  username?: string[] | undefined
  role?: string[] | undefined
  form?: string[] | undefined
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
  if (fields['intent'] === peopleIntents.requireFactor) return requireFactor(fields['required'] === 'yes', audit, user)
  if (fields['intent'] === peopleIntents.requireApproval) return requireApproval(form.getAll('section'), user)
  if (fields['intent'] !== peopleIntents.invite) throw unknownIntent()
  const checked = invitation.safeParse(fields)
  const values = typedIn(fields)
  if (!checked.success) return refuse(422, values, z.flattenError(checked.error).fieldErrors)
  try {
    const { id, token, expiresAt } = await currentSite().auth.people.invite(checked.data)
    currentSite().auth.recoveredForms.removeForm(request)
    log.info({ ...audit, person: id }, 'A person was invited')
    currentSite().audit.record({
      kind: 'person.invited',
      about: id,
      detail: { role: checked.data.role },
      actor: actorOf(user),
    })
    return data({ link: shownLink(checked.data.name, token, expiresAt), values: undefined, errors: undefined })
  } catch (error) {
    const { status, errors } = formRefusal(error)
    return refuse(status, values, errors)
  }
}

async function requireFactor(isRequired: boolean, audit: object, by: User) {
  const { auth, flash } = currentSite()
  try {
    await auth.accounts.requireSecondFactor(isRequired)
    log.info({ ...audit, isRequired }, 'The rule for second factors was changed')
    currentSite().audit.record({
      kind: 'setting.changed',
      about: 'two-step login',
      detail: { required: isRequired ? 'yes' : 'no' },
      actor: actorOf(by),
    })
    const message = isRequired ? 'Everyone needs two-step login now' : 'Two-step login is optional now'
    return flash.flashRedirect(PEOPLE_PAGE, { kind: 'success', message })
  } catch (error) {
    const { message } = requireExpected(error)
    return flash.flashRedirect(PEOPLE_PAGE, { kind: 'failure', message })
  }
}

/**
 * Every section, with whether it needs approval, and the number of people who can approve. Sections that most often
 * need approval come first.
 */
function approvalSetting() {
  const { approvals, auth, definition } = currentSite()
  const { items, approvalFirst = [] } = definition
  const toChoice = ({ id, label }: { id: string; label: string }) => ({
    id,
    label,
    isNeeded: approvals.isNeededFor(id),
  })
  const others = items.filter((item) => !alwaysNeedsApproval(item) && !approvalFirst.some(({ id }) => id === item.id))
  const approvers = auth.people
    .listPeople()
    .filter(({ state, role }) => state === 'active' && hasRole(role, 'publisher'))
  return { first: approvalFirst.map(toChoice), others: others.map(toChoice), approvers: approvers.length }
}

/** Staff cannot set it for such a section. */
function alwaysNeedsApproval(item: object) {
  return 'changes' in item
}

async function requireApproval(ids: readonly FormDataEntryValue[], by: User) {
  const { approvals, flash } = currentSite()
  const chosen = currentSite()
    .definition.items.map(({ id }) => id)
    .filter((id) => ids.includes(id))
  const added = chosen.filter((id) => !approvals.isNeededFor(id))
  if (added.length > 0) askFirst(by, currentSite().releases, { needsApproval: new Set(added) })
  try {
    await approvals.setSections(new Set(chosen), by)
    const message =
      chosen.length === 0
        ? 'No section needs approval now'
        : `${countOf(chosen.length, 'section')} ${chosen.length === 1 ? 'needs' : 'need'} approval now`
    return flash.flashRedirect(PEOPLE_PAGE, { kind: 'success', message })
  } catch (error) {
    const { message } = requireExpected(error)
    return flash.flashRedirect(PEOPLE_PAGE, { kind: 'failure', message })
  }
}

function refuse(status: number, values: ReturnType<typeof typedIn>, errors: InvitationErrors) {
  return data({ link: undefined, values, errors }, { status })
}

function typedIn(fields: Record<string, unknown>) {
  return { name: textOf(fields['name']), username: textOf(fields['username']), role: textOf(fields['role']) }
}
