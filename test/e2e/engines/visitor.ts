import { expect } from '@playwright/test'
import type { Key, Window } from './engine.ts'

/** Kinds of control and the elements that can be one. */
const KINDS = {
  link: 'a[href]',
  button: 'button, input[type=submit], summary',
  field: 'input, textarea, select',
}
type Kind = keyof typeof KINDS

/** A person in front of a window: uses what can be seen, by its name, with mouse and keyboard. */
export interface Visitor extends Omit<Window, 'pointAt' | 'clickAt' | 'type' | 'open'> {
  /** Opens an address of the site, and waits until its scripts run. */
  open: (path: string) => Promise<void>
  /** Moves the pointer onto the first link or button with this name, or whose name matches. */
  pointTo: (kind: Kind, name: string | RegExp) => Promise<void>
  /** Clicks on the first link or button with this name, or whose name matches. */
  click: (kind: Kind, name: string | RegExp) => Promise<void>
  /** Replaces the text of the field with this label, in the part of the page that a CSS selector finds. */
  fill: (label: string | RegExp, text: string, part?: string) => Promise<void>
  /** The value of the field with this label. */
  value: (label: string | RegExp) => Promise<string>
  /** Waits until the text can be seen in an element that the CSS selector finds. */
  sees: (text: string | RegExp, selector?: string) => Promise<void>
  /** Waits until nothing that the CSS selector finds can be seen. */
  seesNo: (selector: string) => Promise<void>
  /** Waits until the address has this path. */
  isAt: (path: string | RegExp) => Promise<void>
}

interface Place {
  x: number
  y: number
}

/** Time between two questions. Playwright's grows to a second, and most changes of a page take less. */
const POLL_MS = 60

function poll<Value>(ask: () => Promise<Value>, message: string) {
  return expect.poll(ask, { message, intervals: [POLL_MS] })
}

/** A visitor of the site at `origin`. */
export function visitorOf(window: Window, origin: string): Visitor {
  const isReady = () => !('__remixContext' in globalThis) || 'hydrated' in document.documentElement.dataset
  const settled = () => poll(() => window.evaluate(isReady), 'the page runs its scripts').toBe(true)

  /** Waits for an element and until it no longer moves, and returns its middle. */
  const find = async (kind: Kind, name: string | RegExp, part = 'body') => {
    const ask = () => window.evaluate(placeOf, `:is(${part}) :is(${KINDS[kind]})`, asPattern(name))
    const last: { place: Place | null } = { place: null }
    const hasSettled = async () => {
      const before = last.place
      // A document that is being replaced answers with an error.
      const place = (last.place = await ask().catch(() => null))
      return place !== null && place.x === before?.x && place.y === before.y
    }
    await poll(hasSettled, `the page has the ${kind} “${String(name)}”, which does not move`).toBe(true)
    if (!last.place) throw new Error(`The page has no ${kind} “${String(name)}”`)
    return last.place
  }
  const click = async (kind: Kind, name: string | RegExp, part?: string) => {
    const { x, y } = await find(kind, name, part)
    await window.clickAt(x, y)
  }
  return {
    ...window,
    open: async (path) => {
      await window.open(new URL(path, origin).href)
      await settled()
    },
    reload: async () => {
      await window.reload()
      await settled()
    },
    pointTo: async (kind, name) => {
      const { x, y } = await find(kind, name)
      await window.pointAt(x, y)
    },
    click,
    fill: async (label, text, part) => {
      await click('field', label, part)
      await window.evaluate(() => {
        const field = document.activeElement
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
      })
      await window.type(text)
    },
    press: (key: Key) => window.press(key),
    value: async (label) => {
      const value = await window.evaluate(valueOf, KINDS.field, asPattern(label))
      if (value === null) throw new Error(`The page has no field “${String(label)}”`)
      return value
    },
    sees: async (text, selector = 'body') => {
      const pattern = asPattern(text, false)
      const isSeen = () => window.evaluate(showsText, selector, pattern)
      await poll(isSeen, `“${String(text)}” is to be seen in ${selector}`).toBe(true)
    },
    seesNo: async (selector) => {
      await poll(() => window.evaluate(isVisible, selector), `${selector} is to be seen`).toBe(false)
    },
    isAt: async (path) => {
      const pathname = () => window.evaluate(() => location.pathname)
      await poll(pathname, 'the path of the page').toMatch(typeof path === 'string' ? exactly(path) : path)
    },
  }
}

function asPattern(text: string | RegExp, isWhole = true): [source: string, flags: string] {
  if (text instanceof RegExp) return [text.source, text.flags]
  const pattern = isWhole ? exactly(text) : new RegExp(escaped(text))
  return [pattern.source, pattern.flags]
}

function exactly(text: string) {
  return new RegExp(`^${escaped(text)}$`)
}

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

/*
 * The following functions run in the page, each by itself.
 */

/** Scrolls to the first usable element with this name, and returns its middle. */
function placeOf(selector: string, [source, flags]: [string, string]): Place | null {
  const pattern = new RegExp(source, flags)
  const spaces = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const namesOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const drawings = Array.from(element.querySelectorAll('svg'), (svg) => svg.getAttribute('aria-label'))
    const own = element.getAttribute('aria-label')
    return [own, ...labels.map(({ textContent }) => textContent), ...drawings, element.textContent]
  }
  const modal = document.querySelector('dialog:modal')
  const element = [...(modal ?? document).querySelectorAll<HTMLElement>(selector)].find((one) => {
    const box = one.getBoundingClientRect()
    const exists = one.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1
    return exists && !one.matches(':disabled') && namesOf(one).some((name) => pattern.test(spaces(name)))
  })
  if (!element) return null
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 90 || bottom > innerHeight - 110) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

function valueOf(selector: string, [source, flags]: [string, string]): string | null {
  const pattern = new RegExp(source, flags)
  for (const field of document.querySelectorAll<HTMLInputElement>(selector)) {
    const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
    if (labels.some((label) => pattern.test(label))) return field.value
  }
  return null
}

function showsText(selector: string, [source, flags]: [string, string]): boolean {
  const pattern = new RegExp(source, flags)
  return [...document.querySelectorAll<HTMLElement>(selector)].some(
    (element) => element.checkVisibility() && pattern.test(element.innerText.replace(/\s+/g, ' ')),
  )
}

function isVisible(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
}
