import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

interface FailedUploads {
  /** The reason for each field whose upload has failed, once they have held back a save. */
  shown: ReadonlyMap<string, string>
  /** Says that the upload of a field has failed; without a problem, that it has not, or no longer. */
  report: (field: string, problem: string | undefined) => void
  /** Says that a failed upload has held back a save. */
  holdBack: () => void
}

const NONE: ReadonlyMap<string, string> = new Map()

const FailedUploadsContext = createContext<FailedUploads>({
  shown: NONE,
  report: () => undefined,
  holdBack: () => undefined,
})

/** Collects the uploads of a form that have failed. A save is held back while there is one. */
export function FailedUploadsProvider({ children }: { children: ReactNode }) {
  const [failed, setFailed] = useState(NONE)
  const [isHeldBack, setIsHeldBack] = useState(false)
  const report = useCallback((field: string, problem: string | undefined) => {
    setFailed((before) => {
      if (before.get(field) === problem) return before
      const next = new Map(before)
      if (problem === undefined) next.delete(field)
      else next.set(field, problem)
      return next
    })
  }, [])
  const holdBack = useCallback(() => {
    setIsHeldBack(true)
  }, [])
  if (isHeldBack && failed.size === 0) setIsHeldBack(false)
  const value = useMemo(
    () => ({ shown: isHeldBack ? failed : NONE, report, holdBack }),
    [failed, isHeldBack, report, holdBack],
  )
  return <FailedUploadsContext.Provider value={value}>{children}</FailedUploadsContext.Provider>
}

/** The reasons of the failed uploads that have held back a save of the form, by field. */
export function useFailedUploads(): ReadonlyMap<string, string> {
  return useContext(FailedUploadsContext).shown
}

/** Reports the failed upload of a field to its form. Returns a function to call when it holds back a save. */
export function useReportedFailure(field: string, problem: string | undefined): () => void {
  const { report, holdBack } = useContext(FailedUploadsContext)
  useEffect(() => {
    report(field, problem)
    return () => {
      report(field, undefined)
    }
  }, [report, field, problem])
  return holdBack
}
