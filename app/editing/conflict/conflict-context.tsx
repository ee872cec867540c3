import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import type { Difference } from '#app/content/compare/content-differences.ts'

interface Conflict {
  /** What is still to be decided. */
  open: readonly Difference[]
  /** Marks a field as decided. */
  settle: (name: string) => void
}

const ConflictContext = createContext<Conflict>({ open: [], settle: () => undefined })

/** Hands the fields of a form what someone else has saved in them meanwhile. */
export function ConflictProvider({ conflict, children }: { conflict: readonly Difference[]; children: ReactNode }) {
  const [settled, setSettled] = useState<{ of: readonly Difference[]; names: readonly string[] }>({ of: [], names: [] })
  const settle = useCallback(
    (name: string) => {
      // A later conflict may be about the same fields again.
      setSettled((before) => ({ of: conflict, names: before.of === conflict ? [...before.names, name] : [name] }))
    },
    [conflict],
  )
  const value = useMemo(() => {
    const open = settled.of === conflict ? conflict.filter(({ name }) => !settled.names.includes(name)) : conflict
    return { open, settle }
  }, [conflict, settled, settle])
  return <ConflictContext.Provider value={value}>{children}</ConflictContext.Provider>
}

/** What someone else has saved in a field while it was being edited here; undefined where nobody has. */
export function useOtherValue(name: string): string | undefined {
  const { open } = useContext(ConflictContext)
  return open.find((difference) => difference.name === name && isOfField(difference))?.theirs
}

/** True where something in the entry with this field name is still to be decided. */
export function useHasConflict(entryName: string): boolean {
  const { open } = useContext(ConflictContext)
  return open.some(({ name }) => name.startsWith(`${entryName}.`))
}

/** What is still to be decided, and how a field is told to be. */
export function useConflict(): Conflict {
  return useContext(ConflictContext)
}

/** Entries and orders differ as a whole: no field shows them. */
function isOfField({ kind }: Difference) {
  return kind !== 'entry' && kind !== 'order'
}
