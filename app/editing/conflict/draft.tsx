import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { Form, useLocation } from '@remix-run/react'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { enumerate } from '#app/editing/ui/format.ts'

const DraftContext = createContext<SaveReply | undefined>(undefined)

/** Hands the form of a page what was typed into it before the session had ended. */
export function DraftProvider({ draft, children }: { draft: SaveReply | undefined; children: ReactNode }) {
  return <DraftContext.Provider value={draft}>{children}</DraftContext.Provider>
}

/** What was typed into the page's form before the session had ended, if it is kept. */
export function useDraft(): SaveReply | undefined {
  return useContext(DraftContext)
}

/**
 * What the page's form begins from beside its content: the action's response, or what was typed before the session had ended.
 * `goneAt`, where what was edited is gone, is the version that stands: saving the draft then adds it without asking.
 */
export function useSaveReply(response: SaveReply | undefined, goneAt?: string): SaveReply | undefined {
  const draft = useDraft()
  return useMemo(() => response ?? (draft && { ...draft, version: goneAt ?? draft.version }), [response, draft, goneAt])
}

const DISCARD_FORM = 'discard-draft'

/** Above a form that holds what was typed before the session had ended: nothing is saved, and which files are missing. */
export function DraftNotice({ fileNames }: { fileNames: readonly string[] }) {
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>Sign-in was needed. Nothing is saved yet: check it, then save.</b>
        {fileNames.length > 0 && <span>Choose {enumerate(fileNames.map((name) => `“${name}”`))} again.</span>}
      </p>
    </div>
  )
}

/** Gives up what was typed before the session had ended. */
export function DiscardDraftButton() {
  return (
    <button className="btn btn--ghost" form={DISCARD_FORM}>
      Discard
    </button>
  )
}

/** The form of {@link DiscardDraftButton}, which stands in another one. A new document begins, with nothing of the old form. */
export function DiscardDraftForm() {
  const { pathname, search } = useLocation()
  return (
    <Form id={DISCARD_FORM} method="post" action="/admin/discard-draft" reloadDocument hidden>
      <input type="hidden" name="page" value={pathname + search} />
    </Form>
  )
}
