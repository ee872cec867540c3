import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The dialog must be modal before the first paint, but React warns of layout effects on the server. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Makes a `<dialog>` modal while it is on the page, also one that the server sent open. Until then, and without scripts, its
 * `open` attribute decides. What had the focus before gets it back when the dialog is closed or removed.
 *
 * `prepare` is called with the element just before; it leaves the dialog as it is by returning false.
 */
export function useModal(prepare: (dialog: HTMLDialogElement) => boolean = () => true): RefObject<HTMLDialogElement> {
  const ref = useRef<HTMLDialogElement>(null)
  const [prepareFirst] = useState(() => prepare)
  useBeforePaint(() => {
    const dialog = ref.current
    if (!dialog || !prepareFirst(dialog)) return undefined
    showModal(dialog)
    return () => {
      if (dialog.open) dialog.close()
    }
  }, [prepareFirst])
  return ref
}

/** Shows a dialog as a modal one, whether or not it is open. */
export function showModal(dialog: HTMLDialogElement): void {
  // Not by close(): its event would mean that the visitor has chosen.
  dialog.removeAttribute('open')
  dialog.showModal()
}
