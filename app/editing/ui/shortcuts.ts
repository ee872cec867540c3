import { useEffect } from 'react'

/** Values of `aria-keyshortcuts`: an element that carries one is what the keys act on. */
export const SAVE_KEYS = 'Control+S Meta+S'
export const SEARCH_KEYS = 'Control+K Meta+K'
export const PREVIEW_KEYS = 'Control+E Meta+E'

/**
 * Makes the keys work that elements announce with `aria-keyshortcuts`: a text field is focused, a button pressed. Where
 * several carry the same keys, the last visible one is used: a dialog comes after the page below it.
 *
 * Combinations only: single letters would fire for people who dictate (WCAG 2.1.4).
 */
export function useShortcuts() {
  useEffect(() => {
    document.addEventListener('keydown', pressShortcut)
    return () => {
      document.removeEventListener('keydown', pressShortcut)
    }
  }, [])
}

/** What {@link useShortcuts} does at a key. For a page in a frame too, whose keys do not reach the document around it. */
export function pressShortcut(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
  const keys = `${event.ctrlKey ? 'Control' : 'Meta'}+${event.key.toUpperCase()}`
  const targets = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(keys)}"]`)
  const target = [...targets].filter((element) => element.checkVisibility()).at(-1)
  if (!target) return
  // The browser would save the page or open its own search.
  event.preventDefault()
  if (target instanceof HTMLInputElement) {
    target.focus()
    target.select()
  } else {
    target.click()
  }
}
