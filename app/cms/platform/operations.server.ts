import { ExpectedError } from './expected-error.ts'

/** An operation that was done, for metrics. Each text has one of a few values. */
export type Operation =
  | {
      /** A requested change of content. */
      kind: 'save'
      outcome: OperationOutcome
      seconds: number
    }
  | { kind: 'commit'; storage: 'disk' | 's3'; outcome: OperationOutcome; seconds: number }
  | {
      kind: 'sign-in-refused'
      /** As in the audit log: `failed`. */
      reason: string
    }

type OperationOutcome = 'done' | (typeof OUTCOMES)[keyof typeof OUTCOMES] | 'storage' | 'other'

/** By the code of the error. */
const OUTCOMES = {
  conflict: 'conflict',
  'precondition-failed': 'conflict',
  invalid: 'invalid',
  'approval-required': 'not-approved',
  'content-unavailable': 'unavailable',
} as const

type OperationListener = (operation: Operation) => void

const listeners = new Set<OperationListener>()

/** Calls `listener`, which must not throw, after each operation of this process. Returns a function that removes it. */
export function subscribeToOperations(listener: OperationListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports an operation to the listeners. Costs nothing if there are none. */
export function noteOperation(operation: Operation): void {
  for (const listener of listeners) listener(operation)
}

/** Runs `work` and reports its duration and outcome. Resolves and rejects like `work`. */
export async function measured<Result>(
  operation: { kind: 'save' } | { kind: 'commit'; storage: 'disk' | 's3' },
  work: () => Promise<Result>,
): Promise<Result> {
  if (listeners.size === 0) return work()
  const started = performance.now()
  const note = (outcome: OperationOutcome) => {
    noteOperation({ ...operation, outcome, seconds: (performance.now() - started) / 1000 })
  }
  try {
    const result = await work()
    note('done')
    return result
  } catch (error) {
    note(outcomeOf(error))
    throw error
  }
}

function outcomeOf(error: unknown): OperationOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (isKnown(code)) return OUTCOMES[code]
  return error instanceof ExpectedError && error.status >= 500 ? 'storage' : 'other'
}

function isKnown(code: unknown): code is keyof typeof OUTCOMES {
  return typeof code === 'string' && Object.hasOwn(OUTCOMES, code)
}
