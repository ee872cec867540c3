import { useEffect } from 'react'

/** Values of `aria-keyshortcuts`: the keys act on the element that has the attribute. */
export const SAVE_KEYS = 'Control+S Meta+S'
export const SEARCH_KEYS = 'Control+K Meta+K'
export const PREVIEW_KEYS = 'Control+E Meta+E'

/**
 * Handles the keys that elements declare with `aria-keyshortcuts`: focuses a text field, clicks a button. If several
 * elements declare the same keys, the last visible one is used: a dialog comes after the page below it.
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

/**
 * The key handler of {@link useShortcuts}. A page in a frame needs its own: its keys do not reach the outer document.
 */
export function pressShortcut(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
  const keys = `${event.ctrlKey ? 'Control' : 'Meta'}+${event.key.toUpperCase()}`
  const targets = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(keys)}"]`)
  const target = [...targets].filter((element) => element.checkVisibility()).at(-1)
  if (!target) return
  // Otherwise the browser saves the page or opens its own search.
  event.preventDefault()
  if (target instanceof HTMLInputElement) {
    target.focus()
    target.select()
  } else {
    target.click()
  }
}
