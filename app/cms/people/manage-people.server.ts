import { randomBytes } from 'node:crypto'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { PASSWORD_LINK_HOURS } from '#app/cms/people/people-times.ts'
import {
  MAX_ACCOUNTS,
  changeTime,
  hasSecondFactor,
  withoutFirstPassword,
  type Account,
  type SignedIn,
} from './account-format.server.ts'
import { type Accounts } from './accounts.server.ts'
import { hashPassword } from './password.server.ts'
import { hashSecret } from './records.server.ts'
import type { Role } from './roles.ts'

/** The part of an account that staff may see. */
export interface Person {
  id: string
  name: string
  username: string
  role: Role
  /** `invited`: has no password yet. */
  state: 'active' | 'invited' | 'deactivated'
  /** When the link to set a password expires; absent if there is no link or it was used. */
  linkExpiresAt?: string | undefined
  hasSecondFactor: boolean
}

/** The state of a link to set a password. `unknown`: it was never valid, or a newer one has replaced it. */
type LinkState =
  | { kind: 'valid'; id: string; name: string; username: string; isInvitation: boolean }
  | { kind: 'used' | 'expired' | 'unknown' }

/** A change no longer applies, because another person has changed the account meanwhile. */
export class PersonChanged extends ExpectedError {
  override name = 'PersonChanged'
  constructor(message: string) {
    super(409, message)
  }
}

/** A link to set a password is used up, expired or not valid. */
export class LinkUnusable extends ExpectedError {
  override name = 'LinkUnusable'
  constructor(readonly kind: 'used' | 'expired' | 'unknown') {
    super(kind === 'unknown' ? 404 : 410, `The link is ${kind}`)
  }
}

/**
 * The people who may sign in. Each change resolves when it is on disk. It rejects with an ExpectedError, such as
 * PersonChanged, or 409 if it would leave no administrator who can sign in.
 */
export function openPeople({
  accounts: { changeAccounts, lastGoodAccounts },
  endSignIns,
}: {
  accounts: Pick<Accounts, 'changeAccounts' | 'lastGoodAccounts'>
  /** Removes the sessions and tokens of a person. They have ended with `changedAt` already. */
  endSignIns: (username: string) => Promise<void>
}) {
  /** All people, the first account first. */
  function listPeople(): Person[] {
    return lastGoodAccounts().map(toPerson)
  }

  function findPerson(id: string): Person | undefined {
    return listPeople().find((person) => person.id === id)
  }

  /**
   * Makes an account without a password, and the token of the link that sets one. Rejects with 422 if the username
   * belongs or belonged to another person, because records may refer to it, or if there are too many people.
   */
  async function invite({ name, username, role }: Pick<Person, 'name' | 'username' | 'role'>) {
    const { token, link } = newLink()
    await changeAccounts((accounts) => {
      if (accounts.some((account) => isNamed(account, username)))
        throw new ExpectedError(422, 'This username is already used', { field: 'username' })
      if (accounts.length >= MAX_ACCOUNTS)
        throw new ExpectedError(422, `There are ${MAX_ACCOUNTS} people already, which is the limit.`)
      const changedAt = new Date().toISOString()
      return [...accounts, { id: username, username, name, role, isActive: true, changedAt, link }]
    })
    return { id: username, token, expiresAt: link.expiresAt }
  }

  /** Makes a link to set a new password. It replaces an earlier link; the old password is valid until its use. */
  async function makeLink(id: string) {
    const { token, link } = newLink()
    await changeAccount(id, (account) => {
      if (!account.isActive) throw new PersonChanged('This person has been deactivated.')
      return { ...account, link }
    })
    return { id, token, expiresAt: link.expiresAt }
  }

  function findLink(token: string): LinkState {
    return linkStateOf(lastGoodAccounts(), hashSecret(token))
  }

  /**
   * Sets the password of the person whose link has this token, and ends the sessions and tokens of an earlier password.
   * Of several calls with one token only the first succeeds. Rejects with LinkUnusable.
   */
  async function setPasswordByLink(token: string, password: string): Promise<SignedIn> {
    const tokenHash = hashSecret(token)
    requireValid(linkStateOf(lastGoodAccounts(), tokenHash))
    const passwordHash = await hashPassword(password)
    const changed = await changeAccounts((accounts) => {
      const { id } = requireValid(linkStateOf(accounts, tokenHash))
      return accounts.map((account) =>
        account.id === id && account.link
          ? {
              ...withoutFirstPassword(account),
              passwordHash,
              changedAt: changeTime(account),
              link: { ...account.link, usedAt: new Date().toISOString() },
            }
          : account,
      )
    })
    const account = changed.find(({ link }) => link?.tokenHash === tokenHash)
    if (!account) throw new LinkUnusable('unknown')
    await endSignIns(account.username)
    return { username: account.username, changedAt: account.changedAt }
  }

  async function rename(id: string, name: string): Promise<void> {
    await changeAccount(id, (account) => ({ ...account, name }))
  }

  /** Takes effect at the person's next request. */
  async function setRole(id: string, role: Role): Promise<void> {
    await changeAccount(id, (account) => ({ ...account, role }))
  }

  /** Ends the person's sessions, tokens and link at once. Records still refer to the person. */
  async function deactivate(id: string): Promise<void> {
    const account = await changeAccount(id, ({ link: _link, ...account }) => ({
      ...account,
      isActive: false,
      changedAt: changeTime(account),
    }))
    await endSignIns(account.username)
  }

  /** Removes the second factor of a person who has lost it, and ends their sessions and tokens at once. */
  async function resetSecondFactor(id: string): Promise<void> {
    const account = await changeAccount(id, ({ factors: _factors, ...account }) => ({
      ...account,
      changedAt: changeTime(account),
    }))
    await endSignIns(account.username)
  }

  /** Lets a deactivated person sign in again, with the previous password. */
  async function reactivate(id: string): Promise<void> {
    await changeAccount(id, (account) => ({ ...account, isActive: true }))
  }

  /** Removes a person who has never had a password: no record can refer to such a person. */
  async function withdrawInvitation(id: string): Promise<void> {
    await changeAccounts((accounts) => {
      if (accounts.find((account) => account.id === id)?.passwordHash !== undefined)
        throw new PersonChanged('This person has already accepted the invitation. Deactivate the account instead.')
      return accounts.filter((account) => account.id !== id)
    })
  }

  async function changeAccount(id: string, change: (account: Account) => Account): Promise<Account> {
    const changed = await changeAccounts((accounts) => {
      if (!accounts.some((account) => account.id === id)) throw new PersonChanged('This person no longer exists.')
      return accounts.map((account) => (account.id === id ? change(account) : account))
    })
    const account = changed.find((account) => account.id === id)
    if (!account) throw new PersonChanged('This person no longer exists.')
    return account
  }

  return {
    listPeople,
    findPerson,
    invite,
    makeLink,
    findLink,
    setPasswordByLink,
    rename,
    setRole,
    deactivate,
    resetSecondFactor,
    reactivate,
    withdrawInvitation,
  }
}

function toPerson(account: Account): Person {
  const { id, name, username, role, isActive, passwordHash, link } = account
  const state = isActive ? (passwordHash === undefined ? 'invited' : 'active') : 'deactivated'
  return {
    id,
    name,
    username,
    role,
    state,
    hasSecondFactor: hasSecondFactor(account),
    ...(link && !link.usedAt && { linkExpiresAt: link.expiresAt }),
  }
}

function newLink() {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + PASSWORD_LINK_HOURS * 3_600_000).toISOString()
  return { token, link: { tokenHash: hashSecret(token), expiresAt } }
}

function linkStateOf(accounts: readonly Account[], tokenHash: string): LinkState {
  const account = accounts.find(({ link }) => link?.tokenHash === tokenHash)
  if (!account?.link || !account.isActive) return { kind: 'unknown' }
  if (account.link.usedAt !== undefined) return { kind: 'used' }
  if (Date.parse(account.link.expiresAt) <= Date.now()) return { kind: 'expired' }
  const { id, name, username, passwordHash } = account
  return { kind: 'valid', id, name, username, isInvitation: passwordHash === undefined }
}

function requireValid(state: LinkState) {
  if (state.kind !== 'valid') throw new LinkUnusable(state.kind)
  return state
}

/** Ignores case, so that two people cannot be mistaken for each other. */
function isNamed({ id, username }: Account, wanted: string) {
  return [id, username].some((taken) => taken.toLowerCase() === wanted.toLowerCase())
}
