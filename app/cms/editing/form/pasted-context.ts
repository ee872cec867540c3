import { createContext } from 'react'
import type { PastedTable } from '#app/cms/editing/lists/pasted-table.ts'

/** The tables that were pasted into lists of the form: what the last reply says of them. */
export const PastedContext = createContext<readonly PastedTable[]>([])
