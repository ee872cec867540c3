import type { KeyboardEvent, RefObject } from 'react'
import { Icon, type IconName } from '#app/editing/ui/icon.tsx'
import { applyMark, type Mark } from './markdown-marks.ts'

interface MarkdownToolbarProps {
  /** `id` of the textarea it works on. */
  text: string
  onMark: (mark: Mark) => void
}

/** Buttons that put Markdown signs into a text. */
export function MarkdownToolbar({ text, onMark }: MarkdownToolbarProps) {
  return (
    <div className="markdown__tools" role="group" aria-label="Markdown" aria-controls={text}>
      {BUTTONS.map(({ mark, name, icon, key }) => (
        <button
          key={mark}
          className="iconbtn"
          type="button"
          title={key === undefined ? name : `${name} (Ctrl+${key})`}
          onClick={() => {
            onMark(mark)
          }}
        >
          <Icon name={icon} />
          <span className="vh">{name}</span>
        </button>
      ))}
    </div>
  )
}

const BUTTONS: { mark: Mark; name: string; icon: IconName; key?: string }[] = [
  { mark: 'bold', name: 'Bold', icon: 'bold', key: 'B' },
  { mark: 'italic', name: 'Italic', icon: 'italic', key: 'I' },
  { mark: 'heading', name: 'Heading', icon: 'heading' },
  { mark: 'list', name: 'List', icon: 'list' },
  { mark: 'link', name: 'Link', icon: 'link', key: 'K' },
]

/** Marks what is selected in a textarea, by call or by key. */
export function useMarks(textRef: RefObject<HTMLTextAreaElement>) {
  const mark = (wanted: Mark) => {
    if (textRef.current) markSelection(textRef.current, wanted)
  }
  return {
    mark,
    onKeyDown: (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const button = BUTTONS.find(({ key }) => key === event.key.toUpperCase())
      if (!button) return
      event.preventDefault()
      // In here Ctrl+K makes a link; outside it opens the search, for which the document listens, as React does.
      event.nativeEvent.stopImmediatePropagation()
      mark(button.mark)
    },
  }
}

function markSelection(area: HTMLTextAreaElement, mark: Mark) {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const { from, to, text: replaced, selectFrom, selectTo } = applyMark(mark, { text, start, end })
  area.focus()
  area.setSelectionRange(from, to)
  // The one way to change a text that the browser's own undo knows of; it raises the input event as typing does.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (!document.execCommand('insertText', false, replaced)) {
    area.setRangeText(replaced)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(selectFrom, selectTo)
}
