import { useEffect, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react'

interface DisclaimerDialog {
  dialog: RefObject<HTMLDialogElement>
  /** Takes the focus when the dialog has become modal. */
  heading: RefObject<HTMLHeadingElement>
  onCancel: (event: SyntheticEvent) => void
  onClose: () => void
}

/**
 * Makes a `<dialog open>` that the server sent a modal one, which only its own form can close. Does nothing where the
 * visitor has confirmed before the script ran.
 */
export function useDisclaimer(): DisclaimerDialog {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const show = () => {
    // Not close(): nobody has answered, and its event would say so.
    dialog.current?.removeAttribute('open')
    dialog.current?.showModal()
    heading.current?.focus()
  }

  useBeforePaint(() => {
    if (!dialog.current?.open) return
    // The browser's own Escape, where it knows the attribute.
    dialog.current.setAttribute('closedby', 'none')
    show()
  }, [])

  return {
    dialog,
    heading,
    onCancel: (event) => {
      event.preventDefault()
    },
    onClose: () => {
      // Browsers let a second Escape through, whatever becomes of the cancel event.
      if (dialog.current?.returnValue !== CONFIRMED) show()
      else dialog.current.closest('main')?.focus({ preventScroll: true })
    },
  }
}

/** Value of the button that closes the dialog for good. */
export const CONFIRMED = 'confirmed'

/** The dialog must be modal before the first paint, but React warns of layout effects on the server. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect
