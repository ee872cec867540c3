import { randomBytes } from 'node:crypto'
import { readCookie, serializeCookie } from '#app/http/cookies.ts'
import { readFormTexts } from '#app/http/read-form.server.ts'
import { isHttpError } from '#app/http/http-error.ts'
import { visitorKey } from '#app/platform/visitor-key.ts'
import { hashSecret } from '#app/auth/records.server.ts'
import type { DeviceCookies } from '#app/auth/throttling/device-cookie.server.ts'
import { safeReturnTo } from './return-to.ts'
import type { Sessions } from '#app/auth/sessions.server.ts'

const KILOBYTE = 1024
const LIFETIME_SECONDS = 30 * 60
const MAX_DRAFT_BYTES = 1024 * KILOBYTE

export type Drafts = ReturnType<typeof openDrafts>

/** Opens the store of forms that arrived after their session had ended. They are in memory only. */
export function openDrafts({
  isSecure,
  sessions: { hasHadSession },
  devices: { hasSignedInBefore },
}: {
  isSecure: boolean
  sessions: Pick<Sessions, 'hasHadSession'>
  devices: Pick<DeviceCookies, 'hasSignedInBefore'>
}) {
  const cookieName = isSecure ? '__Host-draft' : 'draft'
  const shelf = new RecoveredFormStore({
    drafts: 32,
    draftsPerSender: 8,
    bytes: 8 * MAX_DRAFT_BYTES,
    bytesPerSender: MAX_DRAFT_BYTES,
    lifetime: LIFETIME_SECONDS * 1000,
  })

  /**
   * Keeps what was typed into a form of content that arrived after its session had ended, for half an hour and in memory
   * only. Returns the Set-Cookie header by which this browser finds it again, or undefined where there is nothing to keep: not
   * a form of content, one with more than 1 MB of text, a broken one. Files are not kept. The form of a browser that has never
   * been signed in is not even read.
   */
  async function keepDraft(request: Request, clientAddress: string | undefined): Promise<string | undefined> {
    const page = addressOf(request)
    if (safeReturnTo(page) !== page || !(await isOfStaff(request))) return undefined
    try {
      const texts = await readFormTexts(request, MAX_DRAFT_BYTES)
      if (!isContentForm(texts.fields)) return undefined
      const key = readKey(request) ?? randomBytes(32).toString('base64url')
      shelf.put(hashSecret(key), visitorKey(clientAddress ?? ''), { page, ...texts })
      return serializeCookie(cookieName, key, { maxAge: LIFETIME_SECONDS, secure: isSecure })
    } catch (error) {
      if (isHttpError(error)) return undefined
      throw error
    }
  }

  /** The draft this browser has of a page of the administrator area; of the one it asks for, unless told. */
  function findDraft(request: Request, page = addressOf(request)): Draft | undefined {
    const key = readKey(request)
    return key === undefined ? undefined : shelf.find(hashSecret(key), page)
  }

  /** Forgets the draft this browser has of a page: it is saved, or not wanted any more. */
  function dropDraft(request: Request, page = addressOf(request)): void {
    const key = readKey(request)
    if (key !== undefined) shelf.remove(hashSecret(key), page)
  }

  /** True for a browser that has been signed in, as its session cookie or its device cookie proves. */
  async function isOfStaff({ headers }: Request) {
    const cookies = headers.get('cookie')
    return hasHadSession(cookies) || (await hasSignedInBefore(cookies))
  }

  /** The key in the cookie, if it is one of ours by its form. */
  function readKey(request: Request) {
    const key = readCookie(request.headers.get('cookie'), cookieName)
    return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined
  }

  return {
    keepDraft,
    findDraft,
    dropDraft,
  }
}

/** Forms of content carry the version they were made from. Others, which may hold a password, are never kept. */
function isContentForm(fields: Draft['fields']) {
  const has = (name: string, value?: string) =>
    fields.some(([key, text]) => key === name && (value === undefined || text === value))
  return has('version') && (has('intent', 'save') || has('__intent__'))
}

function addressOf(request: Request) {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** What was typed into a form that nobody was signed in to save. */
export interface Draft {
  /** Address of the form's page, with its query. */
  page: string
  /** The form's text fields, in order. */
  fields: [name: string, value: string][]
  /** Names of the files that were chosen with it. Their bytes are not kept. */
  fileNames: string[]
}

interface KeptDraft extends Draft {
  owner: string
  sender: string
  bytes: number
  expiresAt: number
}

interface ShelfLimits {
  drafts: number
  draftsPerSender: number
  bytes: number
  /** The newest draft of a sender stays, whatever its size. */
  bytesPerSender: number
  /** Milliseconds. */
  lifetime: number
}

/**
 * Keeps drafts in memory for a while, with a bound to everything: beyond its own bounds a sender loses its oldest, beyond
 * those of all the sender with most bytes does.
 */
export class RecoveredFormStore {
  #drafts: KeptDraft[] = []

  constructor(
    private readonly limits: ShelfLimits,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps the draft of an owner's page, in the place of an earlier one. `sender` is where it came from. */
  put(owner: string, sender: string, draft: Draft): void {
    this.remove(owner, draft.page)
    const bytes = Buffer.byteLength(JSON.stringify(draft))
    this.#drafts.push({ ...draft, owner, sender, bytes, expiresAt: this.now() + this.limits.lifetime })
    const { drafts, draftsPerSender, bytesPerSender } = this.limits
    const isOver = (of: KeptDraft[]) => of.length > draftsPerSender || (of.length > 1 && bytesOf(of) > bytesPerSender)
    while (isOver(this.#draftsOf(sender))) this.#dropOldestOf(sender)
    while (this.#drafts.length > drafts || bytesOf(this.#drafts) > this.limits.bytes)
      this.#dropOldestOf(this.#heaviest())
  }

  /** The draft of an owner's page, if it is still kept. */
  find(owner: string, page: string): Draft | undefined {
    this.#drafts = this.#drafts.filter(({ expiresAt }) => expiresAt > this.now())
    return this.#drafts.find((draft) => draft.owner === owner && draft.page === page)
  }

  remove(owner: string, page: string): void {
    this.#drafts = this.#drafts.filter((draft) => draft.owner !== owner || draft.page !== page)
  }

  #draftsOf(sender: string) {
    return this.#drafts.filter((draft) => draft.sender === sender)
  }

  #dropOldestOf(sender: string) {
    const [oldest] = this.#draftsOf(sender)
    this.#drafts = this.#drafts.filter((draft) => draft !== oldest)
  }

  /** The sender with most bytes; of several the one that came first. */
  #heaviest() {
    const senders = [...new Set(this.#drafts.map(({ sender }) => sender))]
    const bytes = (sender: string) => bytesOf(this.#draftsOf(sender))
    return senders.reduce((most, sender) => (bytes(sender) > bytes(most) ? sender : most))
  }
}

function bytesOf(drafts: KeptDraft[]) {
  return drafts.reduce((sum, { bytes }) => sum + bytes, 0)
}
