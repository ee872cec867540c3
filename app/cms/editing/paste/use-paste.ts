import { useState, type ClipboardEvent } from 'react'
import { leftOutSentence, mayDiffer } from './left-out.ts'

/** The text that is pasted, and what the person has to know about it. */
export interface Pasted {
  text: string
  note: string
}

/** Turns the formatted and the plain text of a clipboard into the text that is pasted. */
export type ReadPaste = (html: string, plain: string) => Promise<Pasted>

const UNREAD =
  'The formatted text could not be read, so the plain text was pasted. It may have comments and deleted words in it.'

/**
 * Pastes text with formats into a text field: what its program does not show as text, such as comments and deleted words,
 * is left out, and a note says so. `read` makes a field of more than plain words. Without it, a paste that surely hides
 * nothing is left to the browser.
 *
 * `note` is undefined until something was pasted, so that a live region can be there before its first text.
 */
export function usePaste(read?: ReadPaste): {
  note: string | undefined
  onPaste: (event: ClipboardEvent<HTMLElement>) => void
} {
  const [note, setNote] = useState<string>()
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const { target: field, clipboardData } = event
    if (event.defaultPrevented || !isTextField(field) || field.readOnly) return
    const html = clipboardData.getData('text/html')
    const plain = clipboardData.getData('text/plain')
    setNote('')
    if (html === '' || plain === '' || !(read || mayDiffer(html))) return
    event.preventDefault()
    void (read ?? readWords)(html, plain)
      .catch(() => ({ text: plain, note: UNREAD }))
      .then((pasted) => {
        replaceSelection(field, pasted.text)
        setNote(pasted.note)
      })
  }
  return { note, onPaste }
}

/** The parser is loaded when something is pasted that may hide words. */
const readWords: ReadPaste = async (html, plain) => {
  const { visibleWords } = await import('./visible-text.ts')
  const { text, leftOut } = visibleWords(html, plain)
  return { text, note: leftOutSentence(leftOut) }
}

type TextInput = HTMLTextAreaElement | HTMLInputElement

function isTextField(target: EventTarget): target is TextInput {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && /^(?:text|search|url|tel|email)$/.test(target.type)
}

/** Replaces what is selected in a text field. */
export function replaceSelection(field: TextInput, text: string) {
  // The only way to change a text that the browser can undo. It fires the input event, as typing does.
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
