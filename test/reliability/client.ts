import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { withDeadline } from '#app/cms/platform/within.ts'
import { decodeEntities } from '../e2e/parse-html.ts'
import { ADMINISTRATOR, type Host } from './site.ts'

/** The host has refused a write that it should have accepted. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly status: number,
    what: string,
    readonly text: string,
  ) {
    super(`${what}: ${status} ${text.slice(0, 500)}`)
  }
}

const entry = z.record(z.string(), z.unknown())

/** The credentials that a sign-in gives to a browser and to a program. */
export interface Credentials {
  cookie: string
  token: string
}

/** The administrator and the visitors of a host, who use HTTP alone. */
export class Client implements Credentials {
  cookie = ''
  token = ''

  /** `others` are the origins of all nodes. If the host does not write, the one that does is asked, as by a proxy. */
  constructor(
    readonly host: Pick<Host, 'origin' | 'publicOrigin'>,
    private readonly others: () => readonly string[] = () => [],
  ) {}

  /** Signs in by the form and by the API. Rejects with Refused. */
  async signIn(password = ADMINISTRATOR.password): Promise<void> {
    this.cookie = await this.startSession(password)
    const credentials = { username: ADMINISTRATOR.username, password }
    const { token } = z.object({ token: z.string() }).parse(await this.#json('POST', '/api/auth/login', credentials))
    this.token = token
  }

  /** Signs in by the form and returns the cookie of the session. */
  async startSession(password: string): Promise<string> {
    const body = new URLSearchParams({ username: ADMINISTRATOR.username, password })
    const response = await this.fetch('/admin/login', { method: 'POST', body, cookie: '' })
    return sessionCookieOf(await expectStatus(response, [303], 'sign in'))
  }

  /** Whether a session is valid. Requests an address for which the host renders no page. */
  async isSignedIn(cookie: string): Promise<boolean> {
    const response = await this.fetch('/admin/files/list?n=1', { cookie })
    await response.arrayBuffer()
    return response.status === 200
  }

  async signOut(cookie: string): Promise<void> {
    await expectStatus(await this.fetch('/admin/logout', { method: 'POST', cookie }), [302, 303], 'sign out')
  }

  async changePassword(current: string, next: string): Promise<void> {
    const body = new URLSearchParams({ intent: 'password', current, next, repeat: next })
    const response = await this.fetch('/admin/account', { method: 'POST', body })
    this.cookie = sessionCookieOf(await expectStatus(response, [303], 'change password'))
  }

  /** Reads one entry or object of the API. */
  async read(resource: string): Promise<Record<string, unknown>> {
    return entry.parse(await this.#json('GET', `/api/${resource}`))
  }

  /** Reads the entries of a list of the API. */
  async list(resource: string): Promise<Record<string, unknown>[]> {
    return z.array(entry).parse(await this.#json('GET', `/api/${resource}`))
  }

  async put(resource: string, content: object): Promise<void> {
    await this.#json('PUT', `/api/${resource}`, content)
  }

  /** Makes an entry of a collection. */
  async create(resource: string, content: object): Promise<void> {
    await this.#json('POST', `/api/${resource}`, content)
  }

  /** Reads an entry of a collection; undefined if there is none. */
  async find(resource: string): Promise<Record<string, unknown> | undefined> {
    const response = await this.fetch(`/api/${resource}`)
    if (response.status !== 404) return entry.parse(await (await expectStatus(response, [200], resource)).json())
    await response.arrayBuffer()
    return undefined
  }

  /** Restores the removed entry of a collection by its button in the list of those. */
  async restoreEntry(collection: string, key: string): Promise<void> {
    const address = `/admin/${collection}?show=removed&q=${key}`
    const html = await (await expectStatus(await this.fetch(address), [200], address)).text()
    const page = `/admin/history/${collection}--${key}`
    const [, id] = new RegExp(`action="${page}".*?name="entry" value="([^"]+)"`, 's').exec(html) ?? []
    if (id === undefined) throw new Error(`${key} is not among the removed entries`)
    await this.postForm(page, { intent: 'restore', entry: id })
  }

  /** Posts an entry and returns its id. */
  async post(resource: string, fields: Record<string, string | File>): Promise<string> {
    const response = await this.#send(`/api/${resource}`, 'POST', fields)
    return z.object({ _id: z.string() }).parse(await response.json())._id
  }

  async remove(resource: string): Promise<void> {
    const response = await this.fetch(`/api/${resource}`, { method: 'DELETE' })
    await (await expectStatus(response, [200, 204], `DELETE ${resource}`)).arrayBuffer()
  }

  /** Uploads an image and returns its name. */
  async upload(image: Buffer): Promise<string> {
    const file = new File([new Uint8Array(image)], 'photo.png', { type: 'image/png' })
    const response = await this.#send('/api/upload', 'POST', { file })
    return z.object({ filename: z.string() }).parse(await response.json()).filename
  }

  /** Moves an upload to the trash. */
  async discard(file: string): Promise<void> {
    const address = `/admin/files?delete=${encodeURIComponent(file)}`
    const body = new URLSearchParams({ intent: 'delete' })
    await expectStatus(await this.fetch(address, { method: 'POST', body }), [303], 'delete a file')
  }

  async sendMessage(comments: string): Promise<void> {
    const message = { firstName: 'A', lastName: 'B', email: 'visitor@example.com', mobile: '12345678', comments }
    await this.#json('POST', '/api/contact', message)
  }

  /** The messages that are not deleted: ids by text. */
  async messages(query: string): Promise<Map<string, string>> {
    const response = await this.fetch(`/admin/inbox?q=${encodeURIComponent(query)}`)
    const html = await (await expectStatus(response, [200], 'inbox')).text()
    const rows = html.matchAll(/name="id" value="(\S+?)".*?inbox__text.*?(\S+-\d+) asks/gs)
    return new Map([...rows].map(([, id = '', text = '']) => [text.replace(/.*[> ]/, ''), id]))
  }

  async deleteMessage(id: string): Promise<void> {
    const body = new URLSearchParams({ id })
    const response = await this.fetch('/admin/inbox/delete', { method: 'POST', body })
    await expectStatus(response, [303], 'delete a message')
  }

  /** The fields of a section's form, as its page shows them. */
  async form(section: string): Promise<Record<string, string>> {
    const response = await this.fetch(`/admin/${section}`)
    const html = await (await expectStatus(response, [200], section)).text()
    const fields: Record<string, string> = { version: / name="version" value="(\w+)"/.exec(html)?.[1] ?? '' }
    for (const [, name = '', attributes = ''] of html.matchAll(/<input id="\S+" name="(\S+)" form="editor"([^>]*)>/g)) {
      fields[name] = decodeEntities(/ value="([^"]*)"/.exec(attributes)?.[1] ?? '')
    }
    for (const [, name = '', value = ''] of html.matchAll(
      /<input type="hidden" name="(\S+)" form="editor" value="([^"]*)"/g,
    )) {
      fields[name] = decodeEntities(value)
    }
    for (const [, name = '', text = ''] of html.matchAll(/<textarea id="\S+" name="(\S+)"[^>]*>([^<]*)</g)) {
      fields[name] = decodeEntities(text)
    }
    for (const [, name = '', options = ''] of html.matchAll(/<select id="\S+" name="(\S+)"[^>]*>(.*?)<\/select>/gs)) {
      const [chosen] = /<option[^>]* selected=""[^>]*>/.exec(options) ?? []
      fields[name] = decodeEntities(/ value="([^"]*)"/.exec(chosen ?? '')?.[1] ?? '')
    }
    return fields
  }

  /** Saves a section's form as a browser does. */
  async saveForm(section: string, fields: Record<string, string | File>): Promise<void> {
    const body = formOf({ intent: 'save', ...fields })
    await expectStatus(await this.fetch(`/admin/${section}`, { method: 'POST', body }), [303], `save ${section}`)
  }

  /** Posts a form of staff. Resolves with the target of the redirect. */
  async postForm(address: string, fields: Record<string, string | readonly File[]>): Promise<string> {
    const body = formOf(fields)
    const response = await expectStatus(await this.fetch(address, { method: 'POST', body }), [303], `POST ${address}`)
    return response.headers.get('location') ?? ''
  }

  /** The status of a page, once its whole body has arrived. */
  async status(address: string, cookie = ''): Promise<number> {
    const response = await this.fetch(address, { cookie })
    await response.arrayBuffer()
    return response.status
  }

  async text(address: string): Promise<string> {
    return (await this.fetch(address)).text()
  }

  async fetch(
    address: string,
    {
      cookie = this.cookie,
      ...init
    }: { method?: string; body?: BodyInit; cookie?: string; headers?: HeadersInit } = {},
  ): Promise<Response> {
    const headers = new Headers(init.headers)
    const isApi = address.startsWith('/api/')
    // A program sends no Origin. A browser's token is valid only with its session.
    const { origin, publicOrigin } = this.host
    if (!isApi) headers.set('origin', publicOrigin)
    // A proxy in front of the node sends the requested host in this header.
    if (origin !== publicOrigin) headers.set('x-forwarded-host', new URL(publicOrigin).host)
    headers.set('x-forwarded-for', `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`)
    // The host may close an idle connection at the moment when a write is sent on it.
    if (init.method !== undefined) headers.set('connection', 'close')
    if (cookie !== '' && !isApi) headers.set('cookie', cookie)
    if (isApi && this.token !== '') headers.set('authorization', `Bearer ${this.token}`)
    const ask = (node: string) => fetch(node + address, { ...init, headers, redirect: 'manual' })
    const first = await ask(origin)
    if (!hasDoneNothing(first)) return first
    for (const node of this.others()) if (await isWriterAt(node)) return ask(node)
    return first
  }

  async #json(method: string, address: string, content?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const response = await this.fetch(address, {
      method,
      ...(content && { headers, body: JSON.stringify(content) }),
    })
    return (await expectStatus(response, [200, 201], `${method} ${address}`)).json()
  }

  async #send(address: string, method: string, fields: Record<string, string | File>) {
    const body = formOf(fields)
    return expectStatus(await this.fetch(address, { method, body }), [200, 201], `${method} ${address}`)
  }
}

/** True for the response of a node that does not write. */
const hasDoneNothing = ({ headers }: Response) => headers.has('x-nothing-done')

/** True if the node at this origin says within a second that it writes. */
export async function isWriterAt(origin: string): Promise<boolean> {
  return withDeadline(1_000, (signal) => fetch(`${origin}/readyz/writer`, { signal })).then(
    ({ status }) => status === 200,
    () => false,
  )
}

function formOf(fields: Record<string, string | File | readonly File[]>) {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value)
  }
  return form
}

/** The pages of the sitemap, and the files that programs read. */
export async function publicPages(client: Client): Promise<string[]> {
  const addresses = [...(await client.text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)]
  const pages = addresses.map(([, address = '']) => new URL(address).pathname)
  if (pages.length < 10) throw new Error(`The sitemap has ${pages.length} pages`)
  return [...pages, '/robots.txt', '/sitemap.xml', '/site.webmanifest']
}

/** The pages that are not served, each with its status. A 503 is designed if it is a page with a heading. */
export async function failedPages(client: Client, pages: readonly string[]): Promise<string[]> {
  const results = await Promise.all(
    pages.map(async (page) => {
      const response = await client.fetch(page, { cookie: '' })
      const text = await response.text()
      if (response.status === 200) return ''
      return `${response.status} ${response.status === 503 && text.includes('<h1') ? 'designed' : 'bare'} ${page}`
    }),
  )
  return results.filter(Boolean)
}

/** A visitor who requests one page after another without end. */
export interface Visitor {
  /** The failures so far. */
  failed: readonly string[]
  end: () => Promise<void>
}

/** Pause between two pages of a visitor (ms). */
const VISITOR_PAUSE_MS = 20

export function startVisitor(client: Client, pages: readonly string[]): Visitor {
  const failed: string[] = []
  const end = new AbortController()
  const visits = (async () => {
    for (let at = 0; !end.signal.aborted; at += 1) {
      const page = pages[at % pages.length] ?? '/'
      failed.push(...(await failedPages(client, [page]).catch((error: unknown) => [`${page}: ${String(error)}`])))
      await wait(VISITOR_PAUSE_MS)
    }
  })()
  return {
    failed,
    async end() {
      end.abort()
      await visits
    },
  }
}

/** Returns the response of a successful write. A redirect with a message of failure counts as refused. */
async function expectStatus(response: Response, statuses: readonly number[], what: string) {
  if (!statuses.includes(response.status)) throw new Refused(response.status, what, await response.text())
  const [flash] = response.headers.getSetCookie().flatMap((cookie) => /^flash=([\w-]+)/.exec(cookie)?.[1] ?? [])
  const message = Buffer.from(flash ?? '', 'base64url').toString()
  if (message.includes('"kind":"failure"')) throw new Refused(response.status, what, message)
  return response
}

function sessionCookieOf(response: Response) {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const session = cookies.find((cookie) => /^(?:__Host-)?session=./.test(cookie))
  if (session === undefined) throw new Error('There is no session cookie')
  return session
}
