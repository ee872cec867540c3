import { randomBytes } from 'node:crypto'
import { readCookie, serializeCookie } from '#app/http/cookies.ts'
import { readFormTexts } from '#app/http/read-form-texts.server.ts'
import { isHttpError } from '#app/http/http-error.ts'
import { visitorKey } from '#app/http/visitor-key.ts'
import { RecoveredFormStore, type Draft } from './recovered-form-store.ts'
import { hashSecret } from '#app/auth/record-folder.server.ts'
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
   * only. Answers the Set-Cookie header by which this browser finds it again, or undefined where there is nothing to keep: not
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
