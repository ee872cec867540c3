import { useNavigation } from '@remix-run/react'
import { createContext, useCallback, useContext, useEffect, useRef } from 'react'

/**
 * Keeps the focus near its place when the response to a form removes the focused element: see {@link successorOf}.
 * Otherwise the browser would move it to the top of the page. Returns a function to call when a form is sent.
 */
export function useKeptFocus() {
  const isSending = useNavigation().formMethod === 'POST'
  const find = useRef<() => HTMLElement | null>()
  const remember = useCallback(() => {
    const focused = document.activeElement
    find.current = focused instanceof HTMLElement && focused !== document.body ? successorOf(focused) : undefined
  }, [])
  useEffect(() => {
    if (isSending) {
      // The form was submitted by code, such as after a drag to another position.
      if (!find.current) remember()
      return
    }
    if (document.activeElement === document.body) find.current?.()?.focus({ preventScroll: true })
    find.current = undefined
  }, [isSending, remember])
  return remember
}

/**
 * Returns a function that finds the element to focus after a control was removed: the control with the same `id`, the
 * same control of the entry now at its place in the list, another control of that entry, else the heading of the page.
 */
function successorOf(control: HTMLElement): () => HTMLElement | null {
  const row = control.closest('li, tr')
  const list = row?.parentElement
  const at = list ? [...list.children].indexOf(row) : -1
  return () => {
    if (canTakeFocus(control)) return control
    const sameId = control.id === '' ? null : document.getElementById(control.id)
    if (sameId) return sameId
    const entry = row?.isConnected ? row : (list?.children[at] ?? list?.lastElementChild)
    const beside = entry?.isConnected ? [...entry.querySelectorAll<HTMLElement>('a, button')].filter(canTakeFocus) : []
    return (
      beside.find((other) => isAlike(other, control)) ?? beside[0] ?? document.querySelector<HTMLElement>('main h1')
    )
  }
}

function canTakeFocus(element: HTMLElement) {
  return element.isConnected && !element.matches(':disabled')
}

function isAlike(one: HTMLElement, other: HTMLElement) {
  return ['class', 'name', 'value'].every((name) => one.getAttribute(name) === other.getAttribute(name))
}

/**
 * Returns the focus to the opener of a dialog or panel when that is closed, or to the opener's successor if it was
 * removed, such as the next row's. `openerId` is the opener's `id` while something is open, otherwise undefined: so it
 * does not matter whether a click, the back button or the address opened or closed it.
 */
export function useFocusReturn(openerId: string | undefined) {
  const opened = useRef<{ id: string; find: (() => HTMLElement | null) | undefined }>()
  useEffect(() => {
    const closed = opened.current
    const opener = openerId === undefined ? null : document.getElementById(openerId)
    opened.current =
      openerId === undefined ? undefined : { id: openerId, find: opener ? successorOf(opener) : undefined }
    if (closed === undefined || openerId !== undefined) return
    const target =
      document.getElementById(closed.id) ?? closed.find?.() ?? document.querySelector<HTMLElement>('main h1')
    target?.focus()
  }, [openerId])
}

/** The state of a form on the page: its open rows and the focused control, by ids that a new form also has. */
interface FormFocus {
  openRows: ReadonlySet<string>
  focus: { id: string; selection: [start: number, end: number] | undefined } | undefined
}

const START: FormFocus = { openRows: new Set(), focus: undefined }

/** For a form that replaces another: the state of the replaced one. */
export const FormFocusContext = createContext(START)

/** Reads the state from the page, before the form is replaced. */
export function readFormFocus(formId: string): FormFocus {
  const form = document.getElementById(formId)
  const rows = form?.querySelectorAll('.item:has(> details[open])') ?? []
  const focused = document.activeElement
  return {
    openRows: new Set([...rows].map(({ id }) => id)),
    focus: focused && form?.contains(focused) ? { id: focused.id, selection: selectionOf(focused) } : undefined,
  }
}

/** `id` of an entry's row. It differs from `fieldId`, which a control of the entry may have as its `id`. */
export function rowId(fieldId: string) {
  return `${fieldId}-row`
}

/** True if the row of this entry was open in the replaced form. */
export function useWasOpen(fieldId: string) {
  return useContext(FormFocusContext).openRows.has(rowId(fieldId))
}

/** In a form that replaces another: returns the focus to the control that had it. */
export function useFocusFromBefore() {
  const { focus } = useContext(FormFocusContext)
  useEffect(() => {
    if (!focus || document.activeElement !== document.body) return
    const control = document.getElementById(focus.id)
    control?.focus({ preventScroll: true })
    if (isText(control) && focus.selection) control.setSelectionRange(...focus.selection)
  }, [focus])
}

function selectionOf(control: Element): [number, number] | undefined {
  if (!isText(control) || control.selectionStart === null) return undefined
  return [control.selectionStart, control.selectionEnd ?? control.selectionStart]
}

function isText(control: Element | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement
}
