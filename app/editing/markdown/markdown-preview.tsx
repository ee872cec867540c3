import { createContext, useContext, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Prose } from '#app/ui/prose.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const PreviewContext = createContext<string | undefined>(undefined)

/** Hands the Markdown field of a form the HTML which the server made of its text, where it was asked to. */
export function MarkdownPreviewProvider({ html, children }: { html: string | undefined; children: ReactNode }) {
  return <PreviewContext.Provider value={html}>{children}</PreviewContext.Provider>
}

/** How a Markdown text will look on the website. */
export function MarkdownPreview({ text }: { text: string }) {
  const isHydrated = useHydrated()
  return (
    <div className="markdown__preview" role="group" aria-label="Preview">
      {isHydrated ? (
        <p className="markdown__caption">Preview</p>
      ) : (
        <button className="btn" name="intent" value="preview" formNoValidate>
          Preview
        </button>
      )}
      <PreviewedText text={text} />
    </div>
  )
}

function PreviewedText({ text }: { text: string }) {
  const served = useContext(PreviewContext)
  const render = useRenderer()
  // Typing goes first: the preview of a long text may follow a moment later.
  const deferred = useDeferredValue(text)
  const html = useMemo(() => (typeof render === 'function' ? render(deferred) : served), [render, deferred, served])
  if (render === 'unavailable')
    return <p className="markdown__note">The preview could not be loaded. Reload the page.</p>
  if (html === '') return <p className="markdown__note">Nothing written yet</p>
  if (html === undefined) return null
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A long text scrolls, and not by keyboard otherwise.
    <div className="markdown__page" role="group" aria-label="How it will look" tabIndex={0}>
      <Prose html={html} />
    </div>
  )
}

/** Renders Markdown as public pages do. Loaded with the first field that needs it; undefined until then. */
function useRenderer() {
  const [renderer, setRenderer] = useState<((text: string) => string) | 'unavailable'>()
  useEffect(() => {
    let isShown = true
    import('#app/ui/render-markdown.ts').then(
      ({ renderMarkdown }) => isShown && setRenderer(() => renderMarkdown),
      () => isShown && setRenderer('unavailable'),
    )
    return () => {
      isShown = false
    }
  }, [])
  return renderer
}
