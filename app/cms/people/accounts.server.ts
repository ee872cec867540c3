import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import { FileUnreadable, PreconditionFailed, type Storage } from '#app/cms/storage/storage.ts'
import {
  AccountUnusable,
  firstAccount,
  isWorkingAdministrator,
  parseAccounts,
  withoutFirstPassword,
  type Account,
  type AccountsFile,
  type SignedIn,
} from './account-format.server.ts'
import { hashPassword, verifyPasswordHash, makePassword, type QueueClass } from './password.server.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'

const FILE = 'data/accounts.json'
const MAX_FILE_BYTES = 2 * 1024 * 1024

/** The most changes that wait for their turn, and the most tries of a change while a program changes the file. */
const WAITING_CHANGES = 100
const CHANGE_TRIES = 5

const NOT_MADE = 'account-not-made'

const CHECK_INTERVAL_MS = 15_000

export type Accounts = ReturnType<typeof openAccounts>

/** The accounts of staff, stored in `accounts.json` of the data folder. Nothing is read before it is needed. */
export function openAccounts({ storage, health }: { storage: Storage; health: HealthReports }) {
  /** What the process knows about the account file. */
  const seen: { content?: AccountsFile; problem?: AccountUnusable['code'] | undefined } = {}
  /** The content that was parsed last, cached because each request checks its session against it. */
  let parsed: { version: string; content: AccountsFile } | undefined
  const inTurn = limitConcurrency({ running: 1, waiting: WAITING_CHANGES })
  const listeners = new Listeners()

  /** The accounts as they are stored, the first one first; undefined if there are none. Throws AccountUnusable. */
  function readAccounts(): Account[] | undefined {
    return readContent()?.content.accounts
  }

  /** The content, with the version that the next write depends on. Throws AccountUnusable. */
  function readContent(): { content: AccountsFile; version: string | null } | undefined {
    // Another folder in its place may hold other accounts.
    if (storage.refusal()?.code === 'data-missing') throw new AccountUnusable('away')
    const file = readFile()
    if (file && parsed?.version !== file.version) {
      parsed = { version: file.version, content: parseAccounts(file, FILE) }
      listeners.announce()
    }
    return file && parsed
  }

  function readFile() {
    try {
      return storage.readSync(FILE, { maxBytes: MAX_FILE_BYTES })
    } catch (cause) {
      if (cause instanceof FileUnreadable) throw new AccountUnusable('unreadable', { cause })
      throw cause
    }
  }

  /**
   * Changes the accounts: `change` gets the stored accounts (an empty list if there are none) and returns the new list.
   * Changes run one after another. If a program changes the file at the same time, `change` is called again.
   * Resolves with the new list when it is on disk. Rejects with StorageError, AccountUnusable, an ExpectedError (409) if
   * no administrator would be left, TooManyWaiting and what `change` throws.
   */
  async function changeAccounts(change: (accounts: readonly Account[]) => Account[]): Promise<Account[]> {
    const changed = await changeContent((content) => ({ ...content, accounts: change(content.accounts) }))
    return changed.accounts
  }

  /** Sets whether everyone needs a second factor. Rejects as {@link changeAccounts}. */
  async function requireSecondFactor(isRequired: boolean): Promise<void> {
    await changeContent((content) => ({ ...content, requiresSecondFactor: isRequired }))
  }

  function changeContent(change: (content: AccountsFile) => AccountsFile): Promise<AccountsFile> {
    return inTurn(async () => {
      for (let tries = 1; ; tries += 1) {
        const stored = readContent()
        const content = change(stored?.content ?? { accounts: [] })
        if (!content.accounts.some(isWorkingAdministrator)) throw lastAdministrator()
        const bytes = `${JSON.stringify(content, undefined, 2)}\n`
        try {
          await storage.commit([{ name: FILE, bytes, ifVersion: stored?.version ?? null }])
          listeners.announce()
          return content
        } catch (error) {
          if (!(error instanceof PreconditionFailed) || tries === CHANGE_TRIES) throw error
        }
      }
    })
  }

  /**
   * Renames a damaged account file, so that a new one does not overwrite it. Resolves with its new name, or with
   * undefined if there was nothing to do. Rejects with StorageError, and with AccountUnusable if the file may be whole
   * and cannot be opened: its accounts would be lost.
   */
  async function renameDamagedAccounts(): Promise<string | undefined> {
    try {
      readAccounts()
      return undefined
    } catch (error) {
      if (!(error instanceof AccountUnusable) || isOnlyClosed(error)) throw error
    }
    const renamedTo = `${FILE}.unusable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    await storage.move(FILE, renamedTo)
    return renamedTo
  }

  /**
   * The accounts, read from disk each time so that a change by a program takes effect at once; undefined if there
   * has never been an account. Throws AccountUnusable if the file is damaged, unreadable or missing, which health
   * reports until it is repaired.
   */
  function currentAccounts(): Account[] | undefined {
    try {
      const content = readContent()?.content
      if (!content && seen.content) throw new AccountUnusable('missing')
      if (content) seen.content = content
      noteProblem(undefined)
      return content?.accounts
    } catch (error) {
      if (error instanceof AccountUnusable) noteProblem(error)
      throw error
    }
  }

  /**
   * The accounts against which sessions and tokens are checked. While the file cannot be used, these are the accounts
   * that were read last, so that signed-in people can continue and see what is wrong. Throws AccountUnusable if none
   * were read yet.
   */
  function lastGoodAccounts(): Account[] {
    try {
      return currentAccounts() ?? []
    } catch (error) {
      if (error instanceof AccountUnusable && seen.content) return seen.content.accounts
      throw error
    }
  }

  /** True if an account file exists, even if it cannot be used. Health reports a file that cannot be used. */
  function isAccountMade(): boolean {
    try {
      const accounts = readAccounts()
      noteProblem(!accounts && seen.content ? new AccountUnusable('missing') : undefined)
      return accounts !== undefined
    } catch (error) {
      if (!(error instanceof AccountUnusable)) throw error
      noteProblem(error)
      return true
    }
  }

  /** The accounts that were read last, from memory. */
  function rememberedAccounts(): Account[] {
    return seen.content?.accounts ?? []
  }

  /** True if people without a second factor have to set one up before anything else. */
  function isSecondFactorRequired(): boolean {
    lastGoodAccounts()
    return seen.content?.requiresSecondFactor ?? false
  }

  /**
   * The name to show for the id of a person in a record; from memory. The id of nobody, such as “system”, is
   * returned unchanged. If several people have the same name, the username is appended.
   */
  function nameOf(id: string): string {
    const accounts = rememberedAccounts()
    const found = accounts.find((account) => account.id === id)
    if (!found) return id
    const hasNamesake = accounts.some(({ id, name }) => name === found.name && id !== found.id)
    return hasNamesake ? `${found.name} (${found.username})` : found.name
  }

  /** Checks the account file every 15 s, so that health reports a fault, and its end, even if no person signs in. */
  function watchAccounts(): () => void {
    const timer = setInterval(isAccountMade, CHECK_INTERVAL_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
    }
  }

  /** True if the account file was removed after it was read: then the whole data folder is missing. */
  function areAccountsMissing(): boolean {
    try {
      return seen.content !== undefined && readFile() === undefined
    } catch {
      return false
    }
  }

  /** Does not report a data folder that is away: the check of the folders does. */
  function noteProblem(error: AccountUnusable | undefined) {
    if (error?.code === 'account-away') return
    if (seen.problem !== undefined && seen.problem !== error?.code) health.clear(seen.problem)
    seen.problem = error?.code
    if (error) health.report({ id: error.code, message: error.message }, error.cause)
  }

  /**
   * If there is no account yet, makes the first one, an administrator's, from `adminUsername` and `adminPassword`.
   * Without a given password a random one is made and returned, the only time it can be seen; a given one is not
   * returned. Existing accounts are not changed, whatever the settings say, even if their file cannot be used. If the
   * account cannot be stored, the site runs without one. Health reports both.
   */
  async function ensureAdministrator(
    settings: Pick<Env, 'adminUsername' | 'adminPassword'>,
  ): Promise<
    { created: false } | { created: false; isPending: true } | { created: true; username: string; password?: string }
  > {
    if (isAccountMade()) return { created: false }
    const username = settings.adminUsername
    const password = settings.adminPassword ?? makePassword()
    try {
      const made = firstAccount({
        username,
        passwordHash: await hashPassword(password),
        changedAt: new Date().toISOString(),
        firstPassword: settings.adminPassword === undefined ? 'printed' : 'settings',
      })
      await changeAccounts((accounts) => (accounts.length === 0 ? [made] : [...accounts]))
    } catch (cause) {
      const message =
        'The first account of an administrator could not be written to the data folder. Free some space on the disk, or repair it. The site then makes the account automatically.'
      health.report({ id: NOT_MADE, message }, cause)
      return { created: false, isPending: true }
    }
    health.clear(NOT_MADE)
    return settings.adminPassword === undefined ? { created: true, username, password } : { created: true, username }
  }

  /**
   * The account that matches these, or undefined. Takes the same time for a wrong username, a wrong password, and an
   * account that is deactivated or has no password yet. Rejects with AccountUnusable, and with TooManyWaiting if too
   * many checks wait; `queueClass` is the class in their queue.
   */
  async function verifyPassword(
    username: string,
    password: string,
    queueClass: QueueClass = { lane: 'stranger', group: '' },
  ): Promise<SignedIn | undefined> {
    const named = currentAccounts()?.find((account) => account.isActive && account.username === username)
    const isRight = await verifyPasswordHash(named?.passwordHash, password, queueClass)
    return named && isRight ? { username: named.username, changedAt: named.changedAt } : undefined
  }

  /** Where the first password comes from while nobody has signed in with it. From memory. */
  function unusedFirstPassword(): Account['firstPassword'] {
    const [first] = rememberedAccounts()
    return first?.firstPassword
  }

  /** Notes that a person has signed in. Never rejects: a disk that does not store it is tried at the next sign-in. */
  async function noteSignIn({ username }: SignedIn): Promise<void> {
    const isFirst = rememberedAccounts().some((account) => account.username === username && account.firstPassword)
    if (!isFirst) return
    await changeAccounts((all) =>
      all.map((account) => (account.username === username ? withoutFirstPassword(account) : account)),
    ).catch(() => undefined)
  }

  return {
    /** Calls `listener` after each change, also by a program. Returns a function that removes it. */
    subscribe: listeners.subscribe,
    readAccounts,
    changeAccounts,
    requireSecondFactor,
    isSecondFactorRequired,
    renameDamagedAccounts,
    currentAccounts,
    lastGoodAccounts,
    isAccountMade,
    rememberedAccounts,
    nameOf,
    watchAccounts,
    areAccountsMissing,
    ensureAdministrator,
    verifyPassword,
    unusedFirstPassword,
    noteSignIn,
  }
}

/** A change would leave no administrator who can sign in. */
function lastAdministrator(): ExpectedError {
  return new ExpectedError(409, 'This is the last active administrator. Make someone else an administrator first.')
}

/** Whether the account file may be whole and cannot be opened: its owner, or a fault of the disk. */
function isOnlyClosed({ cause }: AccountUnusable) {
  return cause instanceof FileUnreadable && (cause.isTransient || hasCode(cause.cause, 'EACCES', 'EPERM'))
}
