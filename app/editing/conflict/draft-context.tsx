import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { SaveReply } from '#app/editing/form/save-reply.ts'

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
 * What the page's form begins from beside its content: the action's answer, or what was typed before the session had ended.
 * `goneAt`, where what was edited is gone, is the version that stands: saving the draft then adds it without asking.
 */
export function useSaveReply(answer: SaveReply | undefined, goneAt?: string): SaveReply | undefined {
  const draft = useDraft()
  return useMemo(() => answer ?? (draft && { ...draft, version: goneAt ?? draft.version }), [answer, draft, goneAt])
}
