import { fromProfile } from '#app/cms/platform/site-profile.ts'
import { useRef, type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { useServedPreview } from '#app/cms/editing/form/content-form.tsx'
import { Field, type FieldProps } from '#app/cms/editing/fields/field.tsx'
import { UnknownPageNotes } from '#app/cms/editing/fields/link-field.tsx'
import { Icon, type IconName } from '#app/cms/editing/ui/admin-icon.tsx'
import { applyMark, type Mark } from './markdown-marks.ts'
import { markdownOfPasted } from './pasted-text.ts'
import { leftOutSentence } from '#app/cms/editing/paste/left-out.ts'
import { replaceSelection, type ReadPaste } from '#app/cms/editing/paste/use-paste.ts'
import { Prose } from '#app/cms/ui/prose.tsx'

/**
 * A text in Markdown with a preview beside it. The server renders the first preview. With JavaScript it follows the
 * typing; without, a button updates it. The field must be `body`, as in a Markdown file: the server previews no other.
 */
export function MarkdownField(props: Omit<FieldProps, 'optional'>) {
  const { field } = props
  const textRef = useRef<HTMLTextAreaElement>(null)
  const { mark, onKeyDown } = useMarks(textRef)
  const isHydrated = useHydrated()
  return (
    <div className="markdown">
      <div className="markdown__panes">
        <Field {...props} readPaste={readAsMarkdown}>
          {(control) => (
            <div className="markdown__text">
              {isHydrated && <MarkdownToolbar text={control.id} onMark={mark} />}
              <textarea
                {...control}
                ref={textRef}
                rows={16}
                defaultValue={field.initialValue}
                onKeyDown={onKeyDown}
                spellCheck
              />
            </div>
          )}
        </Field>
        <MarkdownPreview text={field.value ?? ''} isChanged={field.dirty} />
      </div>
      <MarkdownHelp />
    </div>
  )
}

interface MarkdownToolbarProps {
  /** `id` of the textarea that it changes. */
  text: string
  onMark: (mark: Mark) => void
}

/** Buttons that insert Markdown syntax into a text. */
function MarkdownToolbar({ text, onMark }: MarkdownToolbarProps) {
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
          <span className="visually-hidden">{name}</span>
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

/** Marks the selection of a textarea, by function call or keyboard shortcut. */
function useMarks(textRef: RefObject<HTMLTextAreaElement>) {
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
      // In this field Ctrl+K makes a link. Elsewhere it opens the search, which listens on the document, as React does.
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
  replaceSelection(area, replaced)
  area.setSelectionRange(selectFrom, selectTo)
}

/**
 * Text with formats, such as that of a word processor, becomes Markdown. Plain text, and text that is pasted without its
 * formats (Ctrl+Shift+V), is not changed: it may be Markdown. The converter is loaded with the first such paste.
 */
const readAsMarkdown: ReadPaste = async (html, plain) => {
  const { readPastedHtml } = await import('./pasted-html.ts')
  const pasted = readPastedHtml(html)
  if (!pasted) return { text: markdownOfPasted(plain), note: TOO_LONG }
  const { markdown = markdownOfPasted(plain), leftOut, pictures } = pasted
  return { text: markdown, note: leftOutSentence(leftOut, pictures) }
}

const TOO_LONG =
  'The text is too long to paste with its formats, so the plain text was pasted. It may have comments and deleted words in it. Paste a part at a time to leave them out.'

interface PreviewProps {
  text: string
  /** True if the text differs from the one that the server has rendered. */
  isChanged?: boolean
}

/** How a Markdown text will look on the website. */
export function MarkdownPreview({ text, isChanged = false }: PreviewProps) {
  const isHydrated = useHydrated()
  return (
    <div className="markdown__preview" role="group" aria-label="Preview">
      {isHydrated ? (
        <p className="markdown__caption">Preview</p>
      ) : (
        <button className="btn" name="intent" value={contentIntents.preview} formNoValidate>
          Preview the text
        </button>
      )}
      <PreviewedText text={text} isChanged={isChanged} />
    </div>
  )
}

function PreviewedText({ text, isChanged }: Required<PreviewProps>) {
  const served = useServedPreview()
  const render = useRenderer(isChanged || served === undefined)
  // Typing has priority: the preview of a long text may follow a moment later.
  const deferred = useDeferredValue(text)
  const html = useMemo(() => (typeof render === 'function' ? render(deferred) : served), [render, deferred, served])
  if (render === 'unavailable')
    return <p className="markdown__note">The preview could not be loaded. Reload the page.</p>
  if (html === '') return <p className="markdown__note">No text yet</p>
  if (html === undefined) return null
  return (
    <>
      <div
        className="markdown__page"
        role="group"
        aria-label="How it will look"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise the keyboard cannot scroll a long text.
        tabIndex={0}
      >
        <Prose html={html} />
      </div>
      <UnknownPageNotes links={linksIn(html)} />
    </>
  )
}

/** The targets of the links in the HTML of the renderer. */
function linksIn(html: string) {
  return [...html.matchAll(/<a href="([^"]*)"/g)].flatMap(([, target = '']) => target)
}

/** The Markdown renderer of public pages: 45 kB of JavaScript, loaded when `isNeeded`. Undefined until it is loaded. */
function useRenderer(isNeeded: boolean) {
  const [renderer, setRenderer] = useState<((text: string) => string) | 'unavailable'>()
  useEffect(() => {
    if (!isNeeded) return undefined
    let isShown = true
    import('#app/cms/ui/render-markdown.ts').then(
      ({ renderMarkdown }) => isShown && setRenderer(() => (text: string) => renderMarkdown(text, { firstHeading: 2 })),
      () => isShown && setRenderer('unavailable'),
    )
    return () => {
      isShown = false
    }
  }, [isNeeded])
  return renderer
}

/** Help on the Markdown syntax that is needed here. */
function MarkdownHelp() {
  return (
    <details className="markdown__help">
      <summary>How to format the text</summary>
      <dl>
        {signs().map(({ written, shown }) => (
          <div key={written}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const signs = fromProfile(({ examples }) => [
  { written: 'An empty line', shown: 'begins a new paragraph' },
  { written: '**bold**', shown: 'bold words' },
  { written: '*italic*', shown: 'words in italics' },
  { written: '# Heading', shown: 'a heading (## for a smaller heading)' },
  { written: '- Entry', shown: 'a list entry (1. for a numbered list)' },
  { written: `[words](${examples.page})`, shown: 'a link to a page, or to an address such as https://…' },
])
