import { createContext, useContext, type ReactNode } from 'react'
import type { Difference } from './content-differences.ts'

const ConflictContext = createContext<readonly Difference[]>([])

/** Hands the fields of a form what someone else has saved in them meanwhile. */
export function ConflictProvider({ conflict, children }: { conflict: readonly Difference[]; children: ReactNode }) {
  return <ConflictContext.Provider value={conflict}>{children}</ConflictContext.Provider>
}

/** What someone else has saved in a field while it was being edited here; undefined where nobody has. */
export function useOtherValue(name: string): string | undefined {
  return useContext(ConflictContext).find((difference) => difference.name === name)?.theirs
}
