import { LRUCache } from 'lru-cache'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { hasSecondFactor, type Account, type Factors } from '#app/cms/people/account-format.server.ts'
import type { Accounts } from '#app/cms/people/accounts.server.ts'
import { makeRecoveryCodes, makeTotpSecret, stepOfCode } from './codes.server.ts'
import { WrongCode } from './sign-in-step.server.ts'

/** An authenticator app that was not confirmed by a code is discarded after this time. */
const SETUP_LIFETIME = 30 * 60_000
const MAX_SETUPS = 500

export type SecondFactor = ReturnType<typeof openSecondFactor>

/**
 * The second factors of people. Each change resolves when it is on disk, and rejects with StorageError or
 * AccountUnusable. `id` is the id of a signed-in person.
 */
export function openSecondFactor({
  accounts: { changeAccounts, isSecondFactorRequired, lastGoodAccounts },
}: {
  accounts: Pick<Accounts, 'changeAccounts' | 'isSecondFactorRequired' | 'lastGoodAccounts'>
}) {
  /** Secrets that wait for their first code, by session. */
  const setups = new LRUCache<string, { secret: string }>({ max: MAX_SETUPS, ttl: SETUP_LIFETIME })

  /** The factors of a person, as far as their owner may see them. */
  function describe(id: string) {
    const account = lastGoodAccounts().find((account) => account.id === id)
    return {
      isSetUp: account !== undefined && hasSecondFactor(account),
      isRequired: isSecondFactorRequired(),
      totpSince: account?.factors?.totp?.addedAt,
      passkeys: account?.factors?.passkeys ?? [],
      recoveryCodeCount: account?.factors?.recoveryCodes.length ?? 0,
    }
  }

  /** True if a person has to set up a second factor before anything else. */
  function isMissing(account: Account): boolean {
    return !hasSecondFactor(account) && isSecondFactorRequired()
  }

  /** Starts the setup of an authenticator app. {@link confirmTotp} adds the app when it gets a valid code. */
  function startTotp(sessionId: string): void {
    setups.set(sessionId, { secret: makeTotpSecret() })
  }

  /** The secret of the app that is being set up in this session. */
  function pendingTotp(sessionId: string): string | undefined {
    return setups.get(sessionId)?.secret
  }

  function cancelTotp(sessionId: string): void {
    setups.delete(sessionId)
  }

  /**
   * Adds the app that is being set up, in place of an earlier one. Resolves with recovery codes if the person had no
   * second factor before. Rejects with WrongCode.
   */
  async function confirmTotp({ id, sessionId, code }: { id: string; sessionId: string; code: string }) {
    const secret = pendingTotp(sessionId)
    const lastStep = secret === undefined ? undefined : stepOfCode(secret, code)
    if (secret === undefined || lastStep === undefined) throw new WrongCode()
    const addedAt = new Date().toISOString()
    const codes = await addFactor(id, (factors) => ({ ...factors, totp: { secret, addedAt, lastStep } }))
    cancelTotp(sessionId)
    return codes
  }

  /** Rejects with an ExpectedError (422) if it is the last factor and one is required. */
  async function removeTotp(id: string): Promise<void> {
    await changeFactors(id, ({ totp: _totp, ...factors }) => withoutRest(factors))
  }

  /** Makes new recovery codes and returns them; the earlier ones are not valid any more. */
  async function renewRecoveryCodes(id: string): Promise<string[]> {
    const { codes, hashes } = makeRecoveryCodes()
    await changeFactors(id, (factors) => ({ ...factors, recoveryCodes: hashes }))
    return codes
  }

  /**
   * Changes the factors of a person by adding one. Resolves with recovery codes, to be shown once, if it is the first
   * factor; else with undefined. `add` gets all accounts too; what it throws changes nothing.
   */
  async function addFactor(
    id: string,
    add: (factors: Factors, accounts: readonly Account[]) => Factors,
  ): Promise<string[] | undefined> {
    const { codes, hashes } = makeRecoveryCodes()
    const before = { hadNone: false }
    await changeAccounts((accounts) =>
      accounts.map((account) => {
        if (account.id !== id) return account
        before.hadNone = !hasSecondFactor(account)
        const factors = account.factors ?? { passkeys: [], recoveryCodes: [] }
        return { ...account, factors: add(before.hadNone ? { ...factors, recoveryCodes: hashes } : factors, accounts) }
      }),
    )
    return before.hadNone ? codes : undefined
  }

  /** If `change` returns undefined, all are removed; rejects with an ExpectedError (422) if a second factor is required. */
  async function changeFactors(id: string, change: (factors: Factors) => Factors | undefined): Promise<void> {
    await changeAccounts((accounts) =>
      accounts.map((account) => {
        if (account.id !== id || !account.factors) return account
        const { factors: before, ...rest } = account
        const factors = change(before)
        if (!factors && isSecondFactorRequired())
          throw new ExpectedError(422, 'Two-step login is required here. Set up another app or passkey first.')
        return factors ? { ...rest, factors } : rest
      }),
    )
  }

  return {
    describe,
    isMissing,
    startTotp,
    pendingTotp,
    cancelTotp,
    confirmTotp,
    removeTotp,
    renewRecoveryCodes,
    addFactor,
    changeFactors,
  }
}

/** Undefined if no factor is left: recovery codes alone are not a factor. */
export function withoutRest(factors: Factors): Factors | undefined {
  return hasSecondFactor({ factors }) ? factors : undefined
}
