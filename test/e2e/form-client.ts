import { JSDOM } from 'jsdom'

/** Sends requests with the cookies of a browser and follows redirects: a request context of Playwright. */
export interface Requests {
  get: (url: string) => Promise<PageResponse>
  post: (url: string, options: { data: Buffer; headers: Record<string, string> }) => Promise<PageResponse>
}

interface PageResponse {
  /** Its address, after redirects. */
  url: () => string
  status: () => number
  text: () => Promise<string>
}

/**
 * A browser without scripts, styles and pictures: it reads pages and sends their forms as the HTML standard says. jsdom
 * computes what a form sends. Files cannot be chosen.
 */
export class FormClient {
  readonly #request: Requests
  #dom = new JSDOM()

  /** The requests hold the cookies. */
  constructor(request: Requests) {
    this.#request = request
  }

  /** The page that was loaded last. */
  get document(): Document {
    return this.#dom.window.document
  }

  /** Opens a page. Rejects unless its status is 200. */
  async open(url: string): Promise<void> {
    await this.#show(await this.#request.get(url))
  }

  /** The control of that name. Throws if it does not exist or a visitor cannot type into it. */
  control(name: string): HTMLInputElement | HTMLTextAreaElement {
    const control = this.document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `:is(input, textarea)[name="${name}"]`,
    )
    if (!control) throw new Error(`${this.document.title} has no control ${name}`)
    if (control.matches(':disabled, [readonly], [type=hidden]')) throw new Error(`${name} cannot be typed into`)
    return control
  }

  /** The last button of that name. Throws if no such button is enabled. */
  button(name: string): HTMLButtonElement {
    const buttons = [...this.document.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
    const button = buttons.findLast(({ textContent }) => textContent === name)
    if (!button) throw new Error(`${this.document.title} has no button “${name}”`)
    return button
  }

  /** The fields that the form sends. */
  fieldsOf(form: HTMLFormElement, submitter?: HTMLButtonElement): Iterable<[string, FormDataEntryValue]> {
    return new this.#dom.window.FormData(form, submitter)
  }

  /**
   * Presses a button that sends its form by POST, and shows the response. Resolves with the final status. Rejects
   * unless that is 200 or one of `statuses`.
   */
  async press(button: HTMLButtonElement, statuses: readonly number[] = []): Promise<number> {
    const { form } = button
    if (button.type !== 'submit' || form?.method !== 'post') throw new Error(`“${button.textContent}” posts no form`)
    const action = new URL(form.getAttribute('action') ?? '', this.document.URL)
    const entries = [...this.fieldsOf(form, button)]
    const encoded = new Response(form.enctype === 'multipart/form-data' ? multipart(entries) : urlEncoded(entries))
    const data = Buffer.from(await encoded.arrayBuffer())
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '', origin: action.origin }
    return this.#show(await this.#request.post(action.href, { data, headers }), statuses)
  }

  async #show(response: PageResponse, statuses: readonly number[] = []) {
    const status = response.status()
    if (status !== 200 && !statuses.includes(status)) throw new Error(`${response.url()} responded with ${status}`)
    this.#dom.window.close()
    // It applies no styles, and reading them would take most of the time.
    const html = (await response.text()).replace(/<(style|script)\b.*?<\/\1>/gs, '')
    this.#dom = new JSDOM(html, { url: response.url() })
    return status
  }
}

type Entries = [name: string, value: FormDataEntryValue][]

function urlEncoded(entries: Entries) {
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : value.name]),
  )
}

/** A file input is sent as an empty file without a name: no file is chosen. */
function multipart(entries: Entries) {
  const form = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([], { type: value.type }), value.name)
  }
  return form
}
