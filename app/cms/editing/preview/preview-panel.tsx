import { useFormMetadata } from '@conform-to/react'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useModal } from '#app/cms/ui/use-modal.ts'
import { PageFrame, type FrameStatus } from './page-frame.ts'
import { rememberedShare } from './preview-choice.ts'
import { PreviewSplit } from './preview-split.tsx'

export interface PreviewPanelProps {
  id: string
  formId: string
  /** Address that responds with the page: to GET with the saved content, to the posted form with its values. */
  action: string
  /** Id of the element of the page to scroll to. */
  fragment: string | undefined
  /** True if the page does not exist yet: it is shown from the first valid values on. */
  isNew: boolean
  onClose: () => void
}

/** Live preview of a form's page: beside the form, or over it on a narrow screen. Use it inside the form's context. */
export function PreviewPanel(props: PreviewPanelProps) {
  const isBeside = useSyncExternalStore(subscribeToWidth, isWideScreen)
  return isBeside ? (
    <aside className="preview preview--beside" id={props.id} aria-label="Preview">
      <PreviewSplit controls={props.id} />
      <PreviewedPage {...props} />
    </aside>
  ) : (
    <OverForm {...props}>
      <PreviewedPage {...props} />
    </OverForm>
  )
}

function OverForm({ id, onClose, children }: PreviewPanelProps & { children: ReactNode }) {
  const ref = useModal()
  return (
    <dialog
      className="preview preview--over"
      id={id}
      ref={ref}
      aria-label="Preview"
      onCancel={(event) => {
        // The parent closes it by removing it from the page.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}

const WIDTHS = [
  { name: 'Phone', pixels: 390 },
  { name: 'Tablet', pixels: 820 },
  { name: 'Desktop', pixels: 1280 },
]

function PreviewedPage({ formId, action, fragment, isNew, onClose }: PreviewPanelProps) {
  useFocusOnClose()
  const frameRef = useRef<HTMLIFrameElement>(null)
  const status = usePageFrame(frameRef, { formId, action, fragment, isNew })
  const [pixels, setPixels] = useStoredWidth()
  const stageRef = useRef<HTMLDivElement>(null)
  useScale(stageRef, pixels)
  const address = `${action}?view=frame`
  return (
    <>
      <header className="preview__head">
        <h2>Preview</h2>
        <div className="preview__widths" role="group" aria-label="Width">
          {WIDTHS.map((width) => (
            <button
              key={width.name}
              type="button"
              aria-pressed={width.pixels === pixels}
              title={`${width.pixels} pixels`}
              onClick={() => {
                setPixels(width.pixels)
              }}
            >
              {width.name}
            </button>
          ))}
        </div>
        <button className="iconbtn" type="button" onClick={onClose}>
          <Icon name="close" />
          <span className="visually-hidden">Close the preview</span>
        </button>
      </header>
      <p className={status.isCurrent ? 'preview__status' : 'preview__status preview__status--old'} role="status">
        {status.text}
      </p>
      <div className="preview__stage" ref={stageRef} hidden={!status.hasPage}>
        <div className="preview__page">
          {/* The page covers it. */}
          <p className="preview__loading" aria-hidden="true">
            {LOADING}
          </p>
          <iframe
            ref={frameRef}
            title="The page as visitors will see it"
            src={fragment === undefined ? address : `${address}#${fragment}`}
            // The page allows no scripts. The panel changes its DOM from outside.
            sandbox="allow-same-origin"
          />
        </div>
      </div>
    </>
  )
}

/** Keeps the page in the frame up to date with the form. */
function usePageFrame(
  frameRef: RefObject<HTMLIFrameElement>,
  { formId, action, fragment, isNew }: Pick<PreviewPanelProps, 'formId' | 'action' | 'fragment' | 'isNew'>,
) {
  const { value } = useFormMetadata()
  const [status, setStatus] = useState<FrameStatus>({ kind: 'loading' })
  const [hasPage, setHasPage] = useState(!isNew)
  if (!hasPage && status.kind === 'current') setHasPage(true)
  const page = useRef<PageFrame>()
  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return undefined
    page.current = new PageFrame(frame, {
      form: () => document.getElementById(formId),
      action: `${action}?view=frame`,
      fragment,
      onStatus: setStatus,
    })
    return () => page.current?.stop()
  }, [frameRef, formId, action, fragment])
  useEffect(() => {
    // By now the form's controls have the typed values.
    page.current?.refresh()
  }, [value])
  const isCurrent = status.kind === 'current' || status.kind === 'loading' || !hasPage
  return { text: textOf(status, hasPage), isCurrent, hasPage }
}

const LOADING = 'Loading the page …'
const CURRENT = 'The page with the content of the form. Nothing is published.'

function textOf(status: FrameStatus, hasPage: boolean) {
  switch (status.kind) {
    case 'loading':
      // In the place of the page there are the same words until it covers them.
      return hasPage ? CURRENT : LOADING
    case 'current':
      return CURRENT
    case 'invalid':
      if (!hasPage) return 'The page is shown here as soon as the required fields are filled in.'
      return `${countOf(status.errors, 'field')} ${status.errors === 1 ? 'needs' : 'need'} attention. The preview shows the last valid version.`
    case 'signed-out':
      return 'Your session has ended. The preview is out of date. Log in again in another tab, then continue here.'
    case 'unavailable':
      return 'The server cannot be reached or reported an error. The preview is out of date. It is updated when you continue typing.'
  }
}

/** Returns the focus to the element that opened the preview, if the preview has the focus when it is closed. */
function useFocusOnClose() {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // The focused element was removed with the panel.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [])
}

const STORED_WIDTH = 'preview-width'

/** Below this scale the texts of a page cannot be read. */
const MIN_SCALE = 0.6

/** The width of the page in pixels, remembered in this browser. At first the largest one that can be read in its place. */
function useStoredWidth() {
  const [pixels, setPixels] = useState(() => {
    const widths = WIDTHS.map((width) => width.pixels)
    const stored = Number(readStored())
    if (widths.includes(stored)) return stored
    const room = window.innerWidth * (isWideScreen() ? rememberedShare(document.cookie) / 100 : 1)
    return Math.max(Math.min(...widths), ...widths.filter((width) => width * MIN_SCALE <= room))
  })
  return [
    pixels,
    (next: number) => {
      setPixels(next)
      try {
        localStorage.setItem(STORED_WIDTH, String(next))
      } catch {
        // Storage is disabled: the width is remembered until the preview is closed.
      }
    },
  ] as const
}

function readStored() {
  try {
    return localStorage.getItem(STORED_WIDTH)
  } catch {
    return null
  }
}

/** Scales a page that is `pixels` wide down to the width of the stage. */
function useScale(stageRef: RefObject<HTMLElement>, pixels: number) {
  useEffect(() => {
    const stage = stageRef.current
    if (!stage) return undefined
    const observer = new ResizeObserver(() => {
      stage.style.setProperty('--pixels', String(pixels))
      stage.style.setProperty('--scale', String(Math.min(1, stage.clientWidth / pixels)))
    })
    observer.observe(stage)
    return () => {
      observer.disconnect()
    }
  }, [stageRef, pixels])
}

const WIDE_SCREEN = '(min-width: 75rem)'

function isWideScreen() {
  return matchMedia(WIDE_SCREEN).matches
}

function subscribeToWidth(onChange: () => void) {
  const query = matchMedia(WIDE_SCREEN)
  query.addEventListener('change', onChange)
  return () => {
    query.removeEventListener('change', onChange)
  }
}
