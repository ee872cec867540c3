import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The dialog must be modal before the first paint, but React warns of layout effects on the server. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Makes a `<dialog>` modal while it is mounted, including one that the server rendered open. Before hydration, and
 * without scripts, its `open` attribute decides. When it is closed or removed, the previously focused element gets the
 * focus back.
 *
 * `prepare` is called with the element just before. If it returns false, the dialog is not changed.
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
  // Not close(): its event would mean that the visitor has made a choice.
  dialog.removeAttribute('open')
  dialog.showModal()
}
