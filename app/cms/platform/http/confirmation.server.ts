import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { CONFIRMED, confirmedOf } from './form-envelope.ts'

/** A consequence that a person has to confirm. */
export interface Consequence {
  /** Identifies what is affected. */
  id: string
  text: string
  /** The page about it. */
  href: string
  name: string
  /** Label of the button that confirms. Left out: the consequence is for a scheduled release, and has a label for all. */
  confirm?: string
}

/** A consequence in a question. The form that confirms it sends its `token` back. */
export type AskedConsequence = Consequence & { token: string }

/**
 * A change has consequences that its author has not confirmed. Nothing was changed. `consequences` also has those of the
 * same change that are confirmed already, so that one form confirms all of them.
 */
export class ConfirmationNeeded extends ExpectedError {
  override name = 'ConfirmationNeeded'
  constructor(readonly consequences: readonly AskedConsequence[]) {
    super(409, `${consequences.map(({ text }) => text).join(' ')} Nothing was changed.`, {
      code: 'confirmation-needed',
    })
  }
}

interface Asked {
  form: FormData
  /** What is asked about: the address of the change. */
  about: string
  /** Ids that are confirmed whatever the question says. */
  confirmedIds: readonly string[]
  accepted: AskedConsequence[]
}

const askedOf = new AsyncLocalStorage<Asked>()

/**
 * Calls `run` for an author who can be asked about a change at the address `about`. `confirmedIds`: ids of consequences
 * that a program has confirmed.
 */
export function canBeAsked<Result>(
  { about, confirmedIds = [] }: { about: string; confirmedIds?: readonly string[] },
  run: () => Result,
): Result {
  return askedOf.run({ form: new FormData(), about, confirmedIds, accepted: [] }, run)
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
  const tokens = new Set(confirmedOf(asked.form))
  const found = find().map((consequence) => ({ ...consequence, token: tokenOf(consequence, asked.about) }))
  const known = new Set(asked.accepted.map(({ token }) => token))
  const all = [...asked.accepted, ...found.filter(({ token }) => !known.has(token))]
  const isConfirmed = ({ id, token }: AskedConsequence) => tokens.has(token) || asked.confirmedIds.includes(id)
  if (!found.every(isConfirmed)) throw new ConfirmationNeeded(all)
  asked.accepted = all
}

/** Identifies a question: a confirmation counts only for the same change, and while the question would read the same. */
function tokenOf({ id, text }: Consequence, about: string) {
  return createHash('sha256')
    .update(JSON.stringify([about, id, text]))
    .digest('base64url')
    .slice(0, 22)
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
