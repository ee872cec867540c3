import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Shows a `<dialog>` as a modal one while it is on the page. What had the focus before gets it back. Until the script
 * runs, and without one, the element's `open` attribute decides.
 */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useModalEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    dialog.close()
    dialog.showModal()
    return () => {
      dialog.close()
    }
  }, [])
  return ref
}

/** The dialog must be open before the first paint, but React warns of layout effects on the server. */
const useModalEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
