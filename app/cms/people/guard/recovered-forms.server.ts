import { randomBytes } from 'node:crypto'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { siteCookie } from '#app/cms/platform/http/cookies.server.ts'
import { intentOf } from '#app/cms/platform/http/form-envelope.ts'
import { readFormTexts } from '#app/cms/platform/http/read-form.server.ts'
import { visitorKey } from '#app/cms/platform/visitor-key.ts'
import type { Accounts } from '#app/cms/people/accounts.server.ts'
import { hashSecret } from '#app/cms/people/records.server.ts'
import type { DeviceCookies } from '#app/cms/people/device-cookie.server.ts'
import { safeReturnTo } from '#app/cms/people/password-forms.ts'
import type { Sessions } from '#app/cms/people/sessions.server.ts'

const KILOBYTE = 1024
const LIFETIME_SECONDS = 30 * 60
const MAX_FORM_BYTES = 1024 * KILOBYTE

/** Opens the store of forms that arrived after their session had ended. They are in memory only. */
export function openRecoveredForms({
  isSecure,
  accounts: { lastGoodAccounts },
  sessions: { formerUser },
  devices: { lastUser },
}: {
  isSecure: boolean
  accounts: Pick<Accounts, 'lastGoodAccounts'>
  sessions: Pick<Sessions, 'formerUser'>
  devices: Pick<DeviceCookies, 'lastUser'>
}) {
  const cookie = siteCookie('recovered-form', { isSecure, maxAge: LIFETIME_SECONDS })
  const store = new RecoveredFormStore({
    forms: 32,
    formsPerSender: 8,
    bytes: 8 * MAX_FORM_BYTES,
    bytesPerSender: MAX_FORM_BYTES,
    lifetime: LIFETIME_SECONDS * 1000,
  })

  /**
   * Stores the text of a form with one of these `intents` that arrived after its session had ended, for half an hour and
   * in memory only. Resolves with the Set-Cookie header by which this browser finds the form again, or with undefined if
   * nothing is stored: the form has another intent or more than 1 MB of text, or is malformed. Files are not stored. The
   * form of a browser that names no account is not read: its ended session does, or the device cookie of its last one.
   */
  async function storeForm(
    request: Request,
    clientAddress: string | undefined,
    intents: readonly string[],
  ): Promise<string | undefined> {
    const page = addressOf(request)
    if (intents.length === 0 || safeReturnTo(page) !== page) return undefined
    const account = await typistOf(request)
    if (account === undefined) return undefined
    try {
      const texts = await readFormTexts(request, MAX_FORM_BYTES)
      if (!isTyped(texts.fields, intents)) return undefined
      return put(request, clientAddress, { account, page, ...texts, cause: 'signed-out' })
    } catch (error) {
      if (error instanceof ExpectedError) return undefined
      throw error
    }
  }

  /**
   * Stores the text of a form with one of these `intents` that is not carried out before the password is given, as
   * storeForm: a person who cancels finds it again. `form` must not contain the password.
   */
  function storeUnconfirmedForm(
    request: Request,
    clientAddress: string | undefined,
    intents: readonly string[],
    { account, form }: { account: string; form: FormData },
  ): string | undefined {
    const fields = [...form].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    if (!isTyped(fields, intents)) return undefined
    return put(request, clientAddress, {
      account,
      page: addressOf(request),
      fields,
      fileNames: [],
      cause: 'not-confirmed',
    })
  }

  /**
   * Stores a form that the browser has kept while its person signed in, as storeForm. Returns undefined if it is none of
   * ours, or too large.
   */
  function storeTypedForm(
    request: Request,
    clientAddress: string | undefined,
    { account, page, fields, fileNames }: Pick<RecoveredForm, 'account' | 'page' | 'fields' | 'fileNames'>,
  ): string | undefined {
    if (safeReturnTo(page) !== page || Buffer.byteLength(JSON.stringify(fields)) > MAX_FORM_BYTES) return undefined
    return put(request, clientAddress, { account, page, fields, fileNames, cause: 'signed-out' })
  }

  /** Returns the Set-Cookie header by which the browser finds the form again. */
  function put(request: Request, clientAddress: string | undefined, form: RecoveredForm) {
    const key = readKey(request) ?? randomBytes(32).toString('base64url')
    store.put(hashSecret(key), visitorKey(clientAddress ?? ''), form)
    return cookie.set(key)
  }

  /** The form that a person has typed into the requested page of the administrator area in this browser. */
  function findForm(request: Request, account: string): RecoveredForm | undefined {
    const form = formAt(request, addressOf(request))
    // Another person may have signed in.
    return form?.account === account ? form : undefined
  }

  /** True if a form is stored for this browser and a page, whoever has typed it. */
  function hasForm(request: Request, page: string): boolean {
    return formAt(request, page) !== undefined
  }

  function formAt(request: Request, page: string) {
    const key = readKey(request)
    return key === undefined ? undefined : store.find(hashSecret(key), page)
  }

  /** Removes the form that is stored for this browser and a page: it was saved, or is no longer wanted. */
  function removeForm(request: Request, page = addressOf(request)): void {
    const key = readKey(request)
    if (key !== undefined) store.remove(hashSecret(key), page)
  }

  /** Id of the account of who sent a form: that of the session, or the one that signed in last in this browser. */
  async function typistOf({ headers }: Request) {
    const cookies = headers.get('cookie')
    const username = formerUser(cookies) ?? (await lastUser(cookies))
    return lastGoodAccounts().find((account) => account.username === username)?.id
  }

  /** The key in the cookie, if it has the form of our keys. */
  function readKey(request: Request) {
    const key = cookie.read(request.headers.get('cookie'))
    return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined
  }

  return {
    storeForm,
    storeUnconfirmedForm,
    storeTypedForm,
    findForm,
    hasForm,
    removeForm,
  }
}

/**
 * True for a form that was posted with one of the intents, or by a button that changes a list in it. Such a button has
 * the intent of conform.
 */
function isTyped(fields: RecoveredForm['fields'], intents: readonly string[]) {
  const posted = new Map([...fields].reverse())
  const intent = intentOf({ get: (name) => posted.get(name) ?? null })
  return intent === undefined ? posted.has('__intent__') : intents.includes(intent)
}

function addressOf(request: Request) {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** The input of a form that was not carried out. */
interface RecoveredForm {
  /** Id of the account of the person who typed it. */
  account: string
  /** Address of the form's page, with its query. */
  page: string
  /** The form's text fields, in order. */
  fields: [name: string, value: string][]
  /** Names of the files that were chosen with it. Their bytes are not stored. */
  fileNames: string[]
  /** Its session had ended, or it needed the password. */
  cause: RecoveryCause
}

export type RecoveryCause = 'signed-out' | 'not-confirmed'

interface StoredForm extends RecoveredForm {
  owner: string
  sender: string
  bytes: number
  expiresAt: number
}

interface StoreLimits {
  forms: number
  formsPerSender: number
  bytes: number
  /** Does not apply to the newest form of a sender. */
  bytesPerSender: number
  /** Milliseconds. */
  lifetime: number
}

/**
 * Stores forms in memory for a limited time. A sender that exceeds its limits loses its oldest form. If all forms
 * together exceed theirs, the sender with most bytes loses its oldest.
 */
export class RecoveredFormStore {
  #forms: StoredForm[] = []

  constructor(
    private readonly limits: StoreLimits,
    private readonly now: () => number = Date.now,
  ) {}

  /** Stores the form of an owner's page and replaces an earlier one. `sender` identifies the visitor who sent it. */
  put(owner: string, sender: string, form: RecoveredForm): void {
    this.remove(owner, form.page)
    const bytes = Buffer.byteLength(JSON.stringify(form))
    this.#forms.push({ ...form, owner, sender, bytes, expiresAt: this.now() + this.limits.lifetime })
    const { forms, formsPerSender, bytesPerSender } = this.limits
    const isOver = (of: StoredForm[]) => of.length > formsPerSender || (of.length > 1 && bytesOf(of) > bytesPerSender)
    while (isOver(this.#formsOf(sender))) this.#dropOldestOf(sender)
    while (this.#forms.length > forms || bytesOf(this.#forms) > this.limits.bytes) this.#dropOldestOf(this.#heaviest())
  }

  /** The form of an owner's page; undefined if there is none or it has expired. */
  find(owner: string, page: string): RecoveredForm | undefined {
    this.#forms = this.#forms.filter(({ expiresAt }) => expiresAt > this.now())
    return this.#forms.find((form) => form.owner === owner && form.page === page)
  }

  remove(owner: string, page: string): void {
    this.#forms = this.#forms.filter((form) => form.owner !== owner || form.page !== page)
  }

  #formsOf(sender: string) {
    return this.#forms.filter((form) => form.sender === sender)
  }

  #dropOldestOf(sender: string) {
    const [oldest] = this.#formsOf(sender)
    this.#forms = this.#forms.filter((form) => form !== oldest)
  }

  /** The sender with most bytes; of several the one that came first. */
  #heaviest() {
    const senders = [...new Set(this.#forms.map(({ sender }) => sender))]
    const bytes = (sender: string) => bytesOf(this.#formsOf(sender))
    return senders.reduce((most, sender) => (bytes(sender) > bytes(most) ? sender : most))
  }
}

function bytesOf(forms: StoredForm[]) {
  return forms.reduce((sum, { bytes }) => sum + bytes, 0)
}
