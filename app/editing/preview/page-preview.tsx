import { createContext, lazy, Suspense, useContext, useState, type ComponentType, type ReactNode } from 'react'
import { PREVIEW_KEYS } from '#app/editing/ui/shortcuts.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { PreviewPanelProps } from './preview-panel.tsx'

/** What a form edits, for its preview. */
export interface Previewed {
  section: string
  /** Address of the public page, with the fragment to scroll to. */
  page: string
}

interface PreviewState {
  formId: string
  /** Where the form is posted to without a script. */
  href: string
  isOpen: boolean
  toggle: () => void
}

const PreviewStateContext = createContext<PreviewState | undefined>(undefined)

interface PagePreviewProps {
  formId: string
  /** Undefined: there is no preview. */
  previewed: Previewed | undefined
  /** The form. */
  children: ReactNode
}

/**
 * A form with a preview of its public page, which a {@link PreviewButton} in the form opens and closes. The code of the preview
 * is fetched when it is first opened.
 */
export function PagePreview({ formId, previewed, children }: PagePreviewProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!previewed) return children
  const { section, page } = previewed
  const fragment = page.split('#')[1]
  const action = `/admin/preview/${section}`
  const close = () => {
    setIsOpen(false)
    document.getElementById(buttonId(formId))?.focus()
  }
  const state = {
    formId,
    href: fragment === undefined ? action : `${action}#${fragment}`,
    isOpen,
    toggle: () => {
      setIsOpen(!isOpen)
    },
  }
  return (
    <PreviewStateContext.Provider value={state}>
      {children}
      {isOpen && (
        <Suspense>
          <PreviewPanel id={panelId(formId)} formId={formId} action={action} fragment={fragment} onClose={close} />
        </Suspense>
      )}
    </PreviewStateContext.Provider>
  )
}

/** Fetched when it is first shown. */
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

/** Opens the preview of the form around it beside the form; without a script, in a tab of its own. */
export function PreviewButton({ className = 'btn' }: { className?: string }) {
  const preview = useContext(PreviewStateContext)
  const isHydrated = useHydrated()
  if (!preview) return null
  const { formId, href, isOpen, toggle } = preview
  return (
    <button
      className={className}
      id={buttonId(formId)}
      name="intent"
      value="preview-page"
      formAction={href}
      formTarget="_blank"
      formNoValidate
      aria-keyshortcuts={PREVIEW_KEYS}
      {...(isHydrated && { 'aria-expanded': isOpen, 'aria-controls': panelId(formId) })}
      onClick={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      Preview
    </button>
  )
}

function buttonId(formId: string) {
  return `${formId}-preview`
}

function panelId(formId: string) {
  return `${formId}-preview-panel`
}
