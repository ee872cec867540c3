import type { KeyboardEvent, FormEvent } from 'react'
import type { DescribedProps } from './plain-field.tsx'

interface LineInputProps extends DescribedProps {
  id: string
  name: string
  form: string
  required: boolean
  defaultValue: string | undefined
  'aria-label'?: string
}

/**
 * A text on one line, shown whole: a text area that grows with its text, up to six lines. Enter sends the form as in an
 * input, and a line break that is pasted becomes a space. Without JavaScript the server does the same with line breaks.
 */
export function LineInput({ defaultValue, ...control }: LineInputProps) {
  return (
    <textarea
      {...control}
      className="line"
      // For browsers without `field-sizing`.
      rows={Math.min(Math.ceil((defaultValue ?? '').length / CHARACTERS_IN_A_ROW) || 1, MAX_ROWS)}
      defaultValue={defaultValue}
      onKeyDown={sendForm}
      onInput={joinLines}
    />
  )
}

const CHARACTERS_IN_A_ROW = 60
const MAX_ROWS = 4

/** What browsers do for Enter in an input: the first submit button of the form is activated. */
function sendForm(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const { form } = event.currentTarget
  const button = [...(form?.elements ?? [])].find(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit',
  )
  button?.click()
}

function joinLines({ currentTarget: area }: FormEvent<HTMLTextAreaElement>) {
  if (!/[\r\n]/.test(area.value)) return
  const { selectionEnd, value } = area
  const before = oneLine(value.slice(0, selectionEnd))
  area.value = before + oneLine(value.slice(selectionEnd))
  area.setSelectionRange(before.length, before.length)
}

function oneLine(text: string) {
  return text.replace(/[\r\n]+/g, ' ')
}
