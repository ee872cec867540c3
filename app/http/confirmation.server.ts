import { AsyncLocalStorage } from 'node:async_hooks'
import { CONFIRMED } from './form-envelope.ts'

/** A consequence that a person has to confirm. */
export interface Consequence {
  /** Identifies it: the form that confirms it sends this back. */
  id: string
  text: string
  /** The page about it. */
  href: string
  name: string
}

/** A change has consequences that its author has not confirmed. Nothing was changed. */
export class ConfirmationNeeded extends Error {
  override name = 'ConfirmationNeeded'
  readonly status = 409
  readonly code = 'confirmation-needed'
  constructor(readonly consequences: readonly Consequence[]) {
    super(`${consequences.map(({ text }) => text).join(' ')} Nothing was changed.`)
  }
}

interface Asked {
  form: FormData
  accepted: Consequence[]
}

const askedOf = new AsyncLocalStorage<Asked>()

/** Calls `run` for an author who can be asked. `confirmed`: ids that are confirmed besides those of the posted form. */
export function canBeAsked<Result>(run: () => Result, confirmed: readonly string[] = []): Result {
  const form = new FormData()
  for (const id of confirmed) form.append(CONFIRMED, id)
  return askedOf.run({ form, accepted: [] }, run)
}

/** Keeps the text fields of the posted form for the question. */
export function noteForm(form: FormData): void {
  const asked = askedOf.getStore()
  if (asked) asked.form = form
}

/**
 * Throws ConfirmationNeeded unless the author has confirmed each of these consequences. `find` is not called if there is
 * no author who can be asked: then the change is made.
 */
export function requireConfirmation(find: () => readonly Consequence[]): void {
  const asked = askedOf.getStore()
  if (!asked) return
  const confirmed = new Set(asked.form.getAll(CONFIRMED))
  const consequences = find()
  if (consequences.some(({ id }) => !confirmed.has(id))) throw new ConfirmationNeeded(consequences)
  asked.accepted.push(...consequences)
}

/** The consequences that the author of the current change has confirmed, and that have come about. */
export function acceptedConsequences(): readonly Consequence[] {
  return askedOf.getStore()?.accepted ?? []
}

/** The text fields of the posted form, for a form that sends them again. */
export function postedFields(): [name: string, value: string][] {
  const fields = [...(askedOf.getStore()?.form ?? [])]
  return fields.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== CONFIRMED ? [[name, value]] : [],
  )
}
