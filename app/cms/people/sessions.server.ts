import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { siteCookie } from '#app/cms/platform/http/cookies.server.ts'
import type { Account, SignedIn } from './account-format.server.ts'
import { hashSecret, recordFields, Records } from './records.server.ts'
import type { SignInOptions, Tokens } from './api-tokens.server.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from './people-times.ts'

/** A browser that is signed in. */
export interface Session {
  /** SHA-256 of the id in the cookie, hexadecimal. The id itself is known to the browser only. */
  hash: string
  username: string
  lastSeenAt: Date
  /** When the person signed in here, or has last proven again to be the person. */
  authenticatedAt: Date
}

/** A session whose account was looked up. */
export interface OpenSession extends Session {
  account: Account
}

/** A session, as its owner sees it. */
interface ListedSession {
  hash: string
  /** ISO 8601, UTC. */
  startedAt: string
  /** ISO 8601, UTC, accurate to 5 minutes. */
  lastSeenAt: string
  /** What the browser called itself, at most 200 characters. */
  userAgent: string
  /** The IP address at the sign-in; '' if the host does not know it. */
  address: string
}

const minute = 60_000
const hour = 60 * minute
const MAX_IDLE_MS = SESSION_IDLE_HOURS * hour
const MAX_AGE_MS = SESSION_DAYS * 24 * hour
const SEEN_INTERVAL = 5 * minute
/** The most sessions of all people together. */
const MAX_SESSIONS = 200
const MAX_USER_AGENT_LENGTH = 200
const MAX_ADDRESS_LENGTH = 64

export const sessionSchema = z.object({
  ...recordFields,
  userAgent: z.string(),
  /** The visitor's IP address when the session started. */
  address: z.string(),
  /** When the person has last proven again, since the sign-in, to be the person (ISO 8601, UTC). */
  authenticatedAt: z.iso.datetime().optional(),
})

export type Sessions = ReturnType<typeof openSessions>

export function openSessions({
  storage,
  accounts,
  health,
  isSecure,
  tokens,
}: SignInOptions & { isSecure: boolean; tokens: Pick<Tokens, 'endTokensOf' | 'endTokensOfSession'> }) {
  const sessionCookie = siteCookie('session', { isSecure, maxAge: MAX_AGE_MS / 1000 })
  const listeners = new Listeners<[hash: string]>()
  const records = new Records({
    storage,
    name: 'sessions',
    schema: sessionSchema,
    accounts,
    health,
    limit: MAX_SESSIONS,
    idleLimit: MAX_IDLE_MS,
    groupOf: ({ username, address, userAgent }) => `${username} ${address} ${userAgent}`,
    onEnd: (hash) => {
      listeners.announce(hash)
    },
  })

  /**
   * The session of a request. Undefined if there is no cookie, or if the session is unknown, ended (even a moment ago
   * in the storage), idle for 12 hours, older than 7 days, of an earlier password, or of a deactivated account.
   * Stores at most every 5 minutes that it was seen, unless `isUnattended`: an automatic request says nothing about the
   * owner.
   */
  async function readSession(
    request: Request,
    { isUnattended = false }: { isUnattended?: boolean | undefined } = {},
  ): Promise<OpenSession | undefined> {
    const hash = sessionHashOf(request.headers.get('cookie'))
    const found = hash === undefined ? undefined : records.read(hash)
    if (!found) return undefined
    const { account, value } = found
    const session = {
      hash: found.hash,
      username: account.username,
      account,
      lastSeenAt: found.touchedAt,
      authenticatedAt: new Date(value.authenticatedAt ?? value.createdAt),
    }
    if (isUnattended || Date.now() - found.touchedAt.getTime() < SEEN_INTERVAL) return session
    const now = new Date()
    return (await records.touch(found.hash, now)) ? { ...session, lastSeenAt: now } : undefined
  }

  /** True if a Cookie header names an open session, according to memory; {@link listSessions} loads all into memory. */
  function hasOpenSession(cookieHeader: string): boolean {
    const hash = sessionHashOf(cookieHeader)
    return hash !== undefined && records.isRemembered(hash)
  }

  /**
   * The username of the session that a Cookie header names, if that is open, expired, or was ended while this process
   * runs.
   */
  function formerUser(cookieHeader: string | null): string | undefined {
    const hash = sessionHashOf(cookieHeader)
    return hash === undefined ? undefined : records.ownerOf(hash)
  }

  /**
   * Signs the browser in: resolves with the Set-Cookie header of a new session, and ends the session of the request. If
   * the disk refuses the session, it is in memory only until the disk accepts it, and `isStored` is false. Beyond 200
   * sessions, the person, address and browser with the most sessions lose the one that was not seen for longest.
   * `address` is the visitor's IP address, for the list of sessions.
   */
  async function startSession({
    request,
    account,
    address = '',
  }: {
    request: Request
    account: SignedIn
    address?: string | undefined
  }): Promise<{ cookie: string; session: Session; isStored: boolean }> {
    await endStored(sessionHashOf(request.headers.get('cookie')))
    const id = randomBytes(32).toString('base64url')
    const hash = hashSecret(id)
    const now = new Date()
    const isStored = await records.write(hash, {
      username: account.username,
      accountChangedAt: account.changedAt,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + MAX_AGE_MS).toISOString(),
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH),
      address: address.slice(0, MAX_ADDRESS_LENGTH),
    })
    return {
      cookie: sessionCookie.set(id),
      session: { hash, username: account.username, lastSeenAt: now, authenticatedAt: now },
      isStored,
    }
  }

  /** Notes that the person of a session has just given the password or used a passkey again. */
  async function noteAuthentication(hash: string): Promise<void> {
    const authenticatedAt = new Date().toISOString()
    await records.change(hash, (value) => ({ ...value, authenticatedAt }))
  }

  /** Ends the request's session and its tokens at once; returns the Set-Cookie header that clears the cookie. */
  async function endSession(request: Request): Promise<string> {
    await endStored(sessionHashOf(request.headers.get('cookie')))
    return sessionCookie.clear()
  }

  /** The open sessions of a person, the most recently seen first. */
  async function listSessions(username: string): Promise<ListedSession[]> {
    const live = await records.list()
    return live
      .filter(({ value }) => value.username === username)
      .sort(
        (one, other) =>
          other.touchedAt.getTime() - one.touchedAt.getTime() ||
          other.value.createdAt.localeCompare(one.value.createdAt),
      )
      .map(({ hash, value: { createdAt, userAgent, address }, touchedAt }) => ({
        hash,
        startedAt: createdAt,
        lastSeenAt: touchedAt.toISOString(),
        userAgent,
        address,
      }))
  }

  /** The addresses that open sessions were started from. */
  async function openAddresses(): Promise<string[]> {
    return (await records.list()).flatMap(({ value }) => (value.address === '' ? [] : value.address))
  }

  /** Ends a session of a person and its tokens at once; false if it does not exist or was over already. */
  async function revokeSession(username: string, hash: string): Promise<boolean> {
    const isOpen = (await listSessions(username)).some((session) => session.hash === hash)
    if (isOpen) await endStored(hash)
    return isOpen
  }

  /** Ends a person's other sessions, and all tokens except this browser's; resolves with the number of sessions. */
  async function endOtherSessions(username: string, hash: string): Promise<number> {
    const others = (await listSessions(username)).filter((session) => session.hash !== hash)
    for (const other of others) await records.remove(other.hash)
    await tokens.endTokensOf(username, { exceptOfSession: hash })
    return others.length
  }

  async function endSessionsOf(username: string): Promise<void> {
    await records.removeOf(username)
  }

  async function endStored(hash: string | undefined) {
    if (hash === undefined) return
    await records.remove(hash)
    await tokens.endTokensOfSession(hash)
  }

  /**
   * Calls `listener` with the hash of each session that is ended before its time. Returns a function that removes it.
   */
  const subscribeToEnds = listeners.subscribe

  /** The hash of the session in a Cookie header, if the cookie has the form of our session ids. */
  function sessionHashOf(cookieHeader: string | null) {
    const id = sessionCookie.read(cookieHeader)
    return id !== undefined && /^[\w-]{43}$/.test(id) ? hashSecret(id) : undefined
  }

  return {
    cookieName: sessionCookie.name,
    readSession,
    hasOpenSession,
    formerUser,
    startSession,
    noteAuthentication,
    endSession,
    listSessions,
    openAddresses,
    revokeSession,
    endOtherSessions,
    endSessionsOf,
    subscribeToEnds,
    close: () => records.close(),
  }
}
