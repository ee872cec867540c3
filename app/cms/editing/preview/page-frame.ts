import morphdom from 'morphdom'
import { pressShortcut } from '#app/cms/editing/ui/shortcuts.ts'

/** Whether a frame shows the values of the form, and if not, why. */
export type FrameStatus =
  | { kind: 'loading' | 'current' | 'signed-out' | 'unavailable' }
  /** `errors`: the number of fields that need attention. */
  | { kind: 'invalid'; errors: number }

interface PageFrameOptions {
  form: () => HTMLElement | null
  /** Address that responds to the posted form with the page as HTML, or with the number of errors as JSON. */
  action: string
  /** Id of the element to scroll to. */
  fragment: string | undefined
  onStatus: (status: FrameStatus) => void
}

/**
 * A public page in a frame, with the values of a form. Posts the form and changes only the differing parts of the page,
 * which keeps its scroll position and images. One request runs at a time; the next one sends the latest values.
 */
export class PageFrame {
  #isRunning = false
  #isOutdated = false
  #isScrolled = false
  /** True if the page was loaded again because it had no styles: this is tried once. */
  #isReloaded = false
  /** True if the browser shows its own page of an error in the frame. */
  #isBroken = false
  /** The values that the page shows, as JSON. */
  #shown: string | undefined
  readonly #stopped = new AbortController()

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly options: PageFrameOptions,
  ) {
    const { signal } = this.#stopped
    frame.addEventListener(
      'load',
      () => {
        this.#shown = undefined
        this.#isBroken = frame.contentDocument === null
        if (this.#isBroken) {
          options.onStatus({ kind: 'unavailable' })
          return
        }
        this.#guardPage()
        this.refresh()
      },
      { signal },
    )
    window.addEventListener(
      'online',
      () => {
        this.#shown = undefined
        this.refresh()
      },
      { signal },
    )
  }

  /** Updates the page with the values of the form. */
  refresh(): void {
    if (this.#isBroken) {
      this.#isBroken = false
      this.#reload()
      return
    }
    this.#isOutdated = true
    if (!this.#isRunning) void this.#update()
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #update() {
    this.#isRunning = true
    while (this.#isOutdated && !this.#stopped.signal.aborted) {
      this.#isOutdated = false
      await this.#showForm()
    }
    this.#isRunning = false
  }

  async #showForm() {
    const { form, action, onStatus } = this.options
    const element = form()
    // Until the frame has loaded there is no page to change.
    if (!(element instanceof HTMLFormElement) || !this.#page) return
    const values = valuesOf(element)
    const text = JSON.stringify([...values])
    if (text === this.#shown) return
    const { signal } = this.#stopped
    try {
      const response = await fetch(action, { method: 'POST', body: values, redirect: 'manual', signal })
      const type = response.ok ? response.headers.get('content-type') : null
      if (response.type === 'opaqueredirect') {
        onStatus({ kind: 'signed-out' })
      } else if (type?.startsWith('text/html')) {
        this.#show(await response.text())
        this.#shown = text
        onStatus({ kind: 'current' })
      } else if (type?.startsWith('application/json')) {
        onStatus({ kind: 'invalid', errors: errorsOf(await response.json()) })
      } else {
        onStatus({ kind: 'unavailable' })
      }
    } catch {
      if (!signal.aborted) onStatus({ kind: 'unavailable' })
    }
  }

  #show(html: string) {
    const page = this.#page
    if (!page) return
    const next = new DOMParser().parseFromString(html, 'text/html')
    // The frame shows a message instead of the page, such as one of a proxy. Its policy would not allow the styles.
    if (hasStyles(next) && !hasStyles(page) && !this.#isReloaded) {
      this.#isReloaded = true
      this.#reload()
      return
    }
    this.#isReloaded = false
    morphdom(page.body, next.body, {
      onBeforeElUpdated(from, to) {
        // `details` that were opened in the preview stay open.
        if (from.localName === 'details') to.toggleAttribute('open', from.hasAttribute('open'))
        return !from.isEqualNode(to)
      },
    })
    fetchMissingStyles(page)
    if (!this.#isScrolled) this.#scrollTo(this.options.fragment)
    this.#isScrolled = true
  }

  #reload() {
    this.frame.setAttribute('src', this.frame.src)
  }

  /**
   * Disables links, to preserve the preview; links within the page still scroll. Shortcuts work as outside the frame.
   */
  #guardPage() {
    this.#page?.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a')
      if (!link) return
      event.preventDefault()
      this.#scrollTo(link.hash.slice(1))
    })
    this.#page?.addEventListener('keydown', pressShortcut)
  }

  #scrollTo(fragment: string | undefined) {
    if (fragment) this.#page?.getElementById(fragment)?.scrollIntoView()
  }

  /** The page in the frame; null if it is not loaded, or if the frame shows something else. */
  get #page(): Document | null {
    const page = this.frame.contentDocument
    return page?.readyState === 'complete' && page.URL !== 'about:blank' ? page : null
  }
}

const STYLES = 'style, link[rel="stylesheet"]'

function hasStyles(page: Document) {
  return page.querySelector(STYLES) !== null
}

/** Requests again the style sheets that could not be loaded with the page, such as while the network was away. */
function fetchMissingStyles(page: Document) {
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode())
  }
}

/** The values of a form without its files: a preview does not show files before they are uploaded. */
function valuesOf(form: HTMLFormElement): FormData {
  const values = new FormData(form)
  for (const [name, value] of [...values]) if (typeof value !== 'string') values.delete(name)
  return values
}

function errorsOf(body: unknown) {
  const hasCount = typeof body === 'object' && body !== null && 'errors' in body && typeof body.errors === 'number'
  return hasCount ? (body.errors as number) : 1
}
