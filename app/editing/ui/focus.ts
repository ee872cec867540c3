import { useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the focus near where the person works when the response to a form takes away what had it: see {@link successorOf}.
 * Without it the browser begins again at the top of the page. Returns what to call when a form is sent.
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
      // Sent by a script: an order that was dragged.
      if (!find.current) remember()
      return
    }
    if (document.activeElement === document.body) find.current?.()?.focus({ preventScroll: true })
    find.current = undefined
  }, [isSending, remember])
  return remember
}

/**
 * Tells what to focus once a control is gone, by where it stands now: the control that has its `id`, the same one of the entry
 * that has taken its entry's place in the list, one beside it, else the heading of the page.
 */
export function successorOf(control: HTMLElement): () => HTMLElement | null {
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
 * Once what an element has opened is closed, the element gets the focus back, or its successor where it is gone, such as the
 * next row's. `openerId` is the element's `id` while something is open, undefined while nothing is: then it does not matter
 * whether it was reached by a click, the back button or the address.
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
