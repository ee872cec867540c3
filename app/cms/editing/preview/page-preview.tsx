import { createContext, lazy, Suspense, useContext, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { PREVIEW_KEYS } from '#app/cms/editing/ui/shortcuts.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { useMediaQuery } from '#app/cms/ui/use-media-query.ts'
import { rememberPreview } from './preview-choice.ts'
import { RememberedShare, showRememberedShare } from './preview-split.tsx'
import type { PreviewPanelProps } from './preview-panel.tsx'

/** The section that a form edits, for its preview. */
interface Previewed {
  section: string
  /** Address of the public page, with the fragment to scroll to. */
  page: string
  /** True for the page of an entry that was not published yet. */
  isNew?: boolean
}

interface PreviewState extends Omit<PreviewPanelProps, 'id' | 'onClose'> {
  isOpen: boolean
  /** True if it may open as soon as the page is hydrated: until then, its place is kept free. */
  isAwaited: boolean
  share: number | undefined
  setIsOpen: (isOpen: boolean) => void
}

const PreviewStateContext = createContext<PreviewState | undefined>(undefined)

interface PagePreviewProps {
  formId: string
  previewed: Previewed
  /** True if it opens without being asked for where there is room for it beside the form. */
  opensBeside?: boolean
  /** Percent of the window that it then has; the default if it is omitted. */
  share?: number
  /** The form, its buttons, and a {@link PreviewSlot} in the form. */
  children: ReactNode
}

/** Wraps a content form: provides the preview of its public page, which each {@link PreviewButton} opens and closes. */
export function PagePreview({ formId, previewed, opensBeside = false, share, children }: PagePreviewProps) {
  const { section, page, isNew = false } = previewed
  const hasRoom = useMediaQuery(ROOM_BESIDE)
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (opensBeside && hasRoom)
  const isAwaited = opensBeside && !isHydrated
  const action = `/admin/preview/${section}`
  const fragment = page.split('#')[1]
  const state = useMemo(() => {
    const setIsOpen = (next: boolean) => {
      setChosen(next)
      if (hasRoom) rememberPreview(next)
    }
    return { formId, action, fragment, isNew, isOpen, isAwaited, share, setIsOpen }
  }, [formId, action, fragment, isNew, isOpen, isAwaited, share, hasRoom])
  return <PreviewStateContext.Provider value={state}>{children}</PreviewStateContext.Provider>
}

/** From here on, form and preview each have enough width. The styles of the awaited preview name it, too. */
const ROOM_BESIDE = '(min-width: 90rem)'

/** Renders the preview if it is open. Use it inside the context of the form, and inside its dialog if it has one. */
export function PreviewSlot() {
  const preview = useContext(PreviewStateContext)
  if (preview?.isAwaited) {
    return (
      <>
        <RememberedShare share={preview.share} />
        <AwaitedPreview />
      </>
    )
  }
  if (!preview?.isOpen) return null
  const { setIsOpen, formId, action, fragment, isNew } = preview
  return (
    <Suspense fallback={<AwaitedPreview id={panelId(formId)} />}>
      <PreviewPanel
        id={panelId(formId)}
        formId={formId}
        action={action}
        fragment={fragment}
        isNew={isNew}
        onClose={() => {
          setIsOpen(false)
        }}
      />
    </Suspense>
  )
}

/** Keeps the place of the preview free, so that the form does not move when it opens. */
function AwaitedPreview({ id }: { id?: string }) {
  return <div className="preview preview--awaited" id={id} ref={showRememberedShare} />
}

/** Loaded when it is first shown. */
const PreviewPanel = lazy(async (): Promise<{ default: ComponentType<PreviewPanelProps> }> => {
  try {
    return { default: (await import('./preview-panel.tsx')).PreviewPanel }
  } catch {
    return { default: PreviewUnavailable }
  }
})

function PreviewUnavailable({ id }: PreviewPanelProps) {
  return (
    <p className="hint" id={id} role="alert">
      The preview could not be loaded. Save your changes and reload this page.
    </p>
  )
}

/** Opens and closes the preview beside the form; without JavaScript, opens it in a new tab. */
export function PreviewButton({ className = 'btn' }: { className?: string }) {
  const preview = useContext(PreviewStateContext)
  const isHydrated = useHydrated()
  if (!preview) return null
  const { formId, action, fragment, isOpen, setIsOpen } = preview
  return (
    <button
      className={className}
      form={formId}
      name="intent"
      value={contentIntents.previewPage}
      formAction={fragment === undefined ? action : `${action}#${fragment}`}
      formTarget="_blank"
      formNoValidate
      aria-keyshortcuts={PREVIEW_KEYS}
      {...(isHydrated && { 'aria-expanded': isOpen, 'aria-controls': panelId(formId) })}
      onClick={(event) => {
        event.preventDefault()
        setIsOpen(!isOpen)
      }}
    >
      Preview
    </button>
  )
}

function panelId(formId: string) {
  return `${formId}-preview`
}
