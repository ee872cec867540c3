import { redirect, type ClientActionFunctionArgs } from '@remix-run/react'
import { intentOf } from '#app/cms/platform/http/form-envelope.ts'
import { keptIntents, type Intents } from '#app/cms/platform/http/intents.ts'

/** A form that was sent after its session had ended, as the tab keeps it until its person has signed in again. */
export interface TypedForm {
  /** Id of the account of the person who typed it. */
  person: string
  /** Address of the form's page, with its query. */
  page: string
  /** The form's text fields, in order. */
  fields: [name: string, value: string][]
  /** Names of the files that were chosen with it. Files themselves are not kept. */
  fileNames: string[]
}

/** The item of the tab's session storage. */
const KEY = 'typed-forms'

const MAX_FORMS = 8
/** Of all forms together. The oldest go first. A tab may store about 5 million. */
const MAX_CHARACTERS = 900_000

const LOGIN = '/admin/login'

let person: string | undefined

/** Says whose forms are kept from now on. Those of another person are removed. */
export function keepFormsOf(account: string): void {
  person = account
  const known = typedForms()
  const own = known.filter((form) => form.person === account)
  if (own.length !== known.length) store(own)
}

/** The forms of this tab, the oldest first. None if the browser does not let the site store anything. */
export function typedForms(): TypedForm[] {
  return formsIn(storedForms())
}

/** The text of all forms, which changes when one of them does; '' for none. */
export function storedForms(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

const listeners = new Set<() => void>()

/** Calls a listener after each change in this tab. Returns a function that stops it. */
export function subscribeToTypedForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The forms of a text of `storedForms`. */
export function formsIn(text: string): TypedForm[] {
  try {
    const known: unknown = JSON.parse(text || '[]')
    return Array.isArray(known) ? known.filter(isTypedForm) : []
  } catch {
    return []
  }
}

/** Removes the form of a page: it is in the page again, or is no longer wanted. */
export function dropTypedForm(page: string): void {
  store(typedForms().filter((form) => form.page !== page))
}

/** Removes all forms of this tab, as its person signs out. */
export function forgetTypedForms(): void {
  store([])
}

/**
 * Calls the server action of a page. If that redirects to the sign-in, keeps the text of a form with one of the kept
 * intents, and makes the sign-in lead back to the form's own address. Rejects as the server action does.
 */
export async function sendTyped(
  { request, serverAction }: Pick<ClientActionFunctionArgs, 'request' | 'serverAction'>,
  intents: readonly Intents[],
): Promise<unknown> {
  const copy = request.clone()
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof Response) || !isToLogin(error, request.url)) throw error
    const { pathname, search } = new URL(request.url)
    const page = pathname + search
    if (!(await keep(page, copy, intents.flatMap(keptIntents)))) throw error
    throw redirect(`${LOGIN}?returnTo=${encodeURIComponent(page)}`)
  }
}

/** Makes the client action of a page whose forms with typed text need nothing else in the browser. */
export function keepTyped(...intents: Intents[]) {
  return (args: ClientActionFunctionArgs): Promise<unknown> => sendTyped(args, intents)
}

function isToLogin({ headers }: Response, page: string) {
  const location = headers.get('location')
  return location !== null && new URL(location, page).pathname === LOGIN
}

/** Resolves with true if the form is kept. */
async function keep(page: string, request: Request, intents: readonly string[]): Promise<boolean> {
  if (person === undefined) return false
  const form = await request.formData().catch(() => undefined)
  if (!form || !isTyped(form, intents)) return false
  const fields = [...form].flatMap(([name, value]): TypedForm['fields'] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const fileNames = [...form].flatMap(([, value]) => (typeof value !== 'string' && value.name !== '' ? value.name : []))
  const kept = [...typedForms().filter((one) => one.page !== page), { person, page, fields, fileNames }]
  while (kept.length > MAX_FORMS || (kept.length > 0 && JSON.stringify(kept).length > MAX_CHARACTERS)) kept.shift()
  return kept.length > 0 && store(kept)
}

/** True for a form with typed text, or one that a button of a list sends: as the server asks for its own store. */
function isTyped(form: FormData, intents: readonly string[]) {
  const intent = intentOf(form)
  return intent === undefined ? form.has('__intent__') : intents.includes(intent)
}

/** True if the browser has stored them. */
function store(forms: readonly TypedForm[]): boolean {
  try {
    if (forms.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(forms))
    for (const listener of listeners) listener()
    return true
  } catch {
    return false
  }
}

function isTypedForm(form: unknown): form is TypedForm {
  if (typeof form !== 'object' || form === null) return false
  const { person, page, fields, fileNames } = form as Record<string, unknown>
  return typeof person === 'string' && typeof page === 'string' && Array.isArray(fields) && Array.isArray(fileNames)
}
