import { createContext } from 'react'
import type { PastedTable } from '#app/cms/editing/lists/pasted-table.ts'

/** The table that was pasted last into a list of the form. */
export const PastedContext = createContext<PastedTable | undefined>(undefined)
