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
  constructor(
    readonly consequences: readonly AskedConsequence[],
    /** The text fields of the posted form, for a form that sends them again. */
    readonly posted: readonly (readonly [name: string, value: string])[] = [],
  ) {
    super(409, `${consequences.map(({ text }) => text).join(' ')} Nothing was changed.`, {
      code: 'confirmation-needed',
    })
  }
}

interface QuestionsOptions {
  /** What is asked about: the address of the change. */
  about: string
  /** The posted form of the change. */
  form?: FormData | undefined
  /** Ids of consequences that a program has confirmed. They are confirmed whatever the question says. */
  confirmedIds?: readonly string[] | undefined
}

/** The questions to the author of one change, and what the author has confirmed. */
export class Questions {
  #accepted: AskedConsequence[] = []

  constructor(private readonly options: QuestionsOptions) {}

  /** The consequences that the author has confirmed, and that have come about. */
  get accepted(): readonly Consequence[] {
    return this.#accepted
  }

  /** Throws ConfirmationNeeded unless the author has confirmed each of these consequences. */
  require(consequences: readonly Consequence[]): void {
    const { about, form, confirmedIds = [] } = this.options
    const tokens = new Set(form && confirmedOf(form))
    const found = consequences.map((consequence) => ({ ...consequence, token: tokenOf(consequence, about) }))
    const known = new Set(this.#accepted.map(({ token }) => token))
    const all = [...this.#accepted, ...found.filter(({ token }) => !known.has(token))]
    const isConfirmed = ({ id, token }: AskedConsequence) => tokens.has(token) || confirmedIds.includes(id)
    if (!found.every(isConfirmed)) throw new ConfirmationNeeded(all, fieldsOf(form))
    this.#accepted = all
  }
}

/** The person who has posted a form, and who can be asked about the change that it makes. */
export function askedWith<Poster extends object>(
  person: Poster,
  request: Request,
  form: FormData,
): Poster & { questions: Questions } {
  const { pathname, search } = new URL(request.url)
  return { ...person, questions: new Questions({ about: pathname + search, form }) }
}

/** Identifies a question: a confirmation counts only for the same change, and while the question would read the same. */
function tokenOf({ id, text }: Consequence, about: string) {
  return createHash('sha256')
    .update(JSON.stringify([about, id, text]))
    .digest('base64url')
    .slice(0, 22)
}

function fieldsOf(form: FormData | undefined) {
  return [...(form ?? [])].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== CONFIRMED ? [[name, value]] : [],
  )
}
