import { randomBytes } from 'node:crypto'
import { siteCookie } from '#app/http/cookies.server.ts'
import { readFormTexts } from '#app/http/read-form.server.ts'
import { isHttpError } from '#app/http/http-error.ts'
import { visitorKey } from '#app/platform/visitor-key.ts'
import { hashSecret } from '#app/auth/records.server.ts'
import type { DeviceCookies } from '#app/auth/device-cookie.server.ts'
import { safeReturnTo } from '#app/auth/password-forms.ts'
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
  const cookie = siteCookie('draft', { isSecure, maxAge: LIFETIME_SECONDS })
  const store = new RecoveredFormStore({
    drafts: 32,
    draftsPerSender: 8,
    bytes: 8 * MAX_DRAFT_BYTES,
    bytesPerSender: MAX_DRAFT_BYTES,
    lifetime: LIFETIME_SECONDS * 1000,
  })

  /**
   * Stores what was typed into a form of content that arrived after its session had ended, for half an hour and in memory
   * only. Returns the Set-Cookie header by which this browser finds it again. Returns undefined if nothing is stored: it is no
   * form of content, has more than 1 MB of text, or is malformed. Files are not stored. The form of a browser that has never
   * been signed in is not read.
   */
  async function keepDraft(request: Request, clientAddress: string | undefined): Promise<string | undefined> {
    const page = addressOf(request)
    if (safeReturnTo(page) !== page || !(await isOfStaff(request))) return undefined
    try {
      const texts = await readFormTexts(request, MAX_DRAFT_BYTES)
      if (!isContentForm(texts.fields)) return undefined
      const key = readKey(request) ?? randomBytes(32).toString('base64url')
      store.put(hashSecret(key), visitorKey(clientAddress ?? ''), { page, ...texts })
      return cookie.set(key)
    } catch (error) {
      if (isHttpError(error)) return undefined
      throw error
    }
  }

  /** The draft that this browser has of a page of the administrator area, by default of the requested one. */
  function findDraft(request: Request, page = addressOf(request)): Draft | undefined {
    const key = readKey(request)
    return key === undefined ? undefined : store.find(hashSecret(key), page)
  }

  /** Removes the draft that this browser has of a page: it is saved, or not wanted any more. */
  function dropDraft(request: Request, page = addressOf(request)): void {
    const key = readKey(request)
    if (key !== undefined) store.remove(hashSecret(key), page)
  }

  /** True for a browser that has been signed in, which its session cookie or its device cookie proves. */
  async function isOfStaff({ headers }: Request) {
    const cookies = headers.get('cookie')
    return hasHadSession(cookies) || (await hasSignedInBefore(cookies))
  }

  /** The key in the cookie, if it is one of ours by its form. */
  function readKey(request: Request) {
    const key = cookie.read(request.headers.get('cookie'))
    return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined
  }

  return {
    keepDraft,
    findDraft,
    dropDraft,
  }
}

/** Forms of content carry the version they were made from. Other forms may hold a password and are never stored. */
function isContentForm(fields: Draft['fields']) {
  const has = (name: string, value?: string) =>
    fields.some(([key, text]) => key === name && (value === undefined || text === value))
  return has('version') && (has('intent', 'save') || has('intent', 'draft') || has('__intent__'))
}

function addressOf(request: Request) {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** What was typed into a form whose session had ended. */
export interface Draft {
  /** Address of the form's page, with its query. */
  page: string
  /** The form's text fields, in order. */
  fields: [name: string, value: string][]
  /** Names of the files that were chosen with it. Their bytes are not stored. */
  fileNames: string[]
}

interface StoredDraft extends Draft {
  owner: string
  sender: string
  bytes: number
  expiresAt: number
}

interface StoreLimits {
  drafts: number
  draftsPerSender: number
  bytes: number
  /** Does not hold for the newest draft of a sender. */
  bytesPerSender: number
  /** Milliseconds. */
  lifetime: number
}

/**
 * Stores drafts in memory for a limited time. A sender that exceeds its limits loses its oldest draft. If all drafts together
 * exceed theirs, the sender with most bytes loses its oldest.
 */
export class RecoveredFormStore {
  #drafts: StoredDraft[] = []

  constructor(
    private readonly limits: StoreLimits,
    private readonly now: () => number = Date.now,
  ) {}

  /** Stores the draft of an owner's page in place of an earlier one. `sender` is where it came from. */
  put(owner: string, sender: string, draft: Draft): void {
    this.remove(owner, draft.page)
    const bytes = Buffer.byteLength(JSON.stringify(draft))
    this.#drafts.push({ ...draft, owner, sender, bytes, expiresAt: this.now() + this.limits.lifetime })
    const { drafts, draftsPerSender, bytesPerSender } = this.limits
    const isOver = (of: StoredDraft[]) => of.length > draftsPerSender || (of.length > 1 && bytesOf(of) > bytesPerSender)
    while (isOver(this.#draftsOf(sender))) this.#dropOldestOf(sender)
    while (this.#drafts.length > drafts || bytesOf(this.#drafts) > this.limits.bytes)
      this.#dropOldestOf(this.#heaviest())
  }

  /** The draft of an owner's page; undefined if there is none or it has expired. */
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

function bytesOf(drafts: StoredDraft[]) {
  return drafts.reduce((sum, { bytes }) => sum + bytes, 0)
}
