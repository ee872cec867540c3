import { parse } from '@conform-to/react'
import { z } from 'zod'
import { readChoices, resolveEach, type CollisionToResolve } from '#app/cms/content/compare/resolve-collision.ts'
import { fieldName } from './field-name.ts'
import { formFields } from './form-fields.ts'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { checkFieldNames } from '#app/cms/platform/http/read-form.server.ts'
import { parseJson } from '#app/cms/platform/http/read-json.server.ts'

type PostedCollision = Pick<CollisionToResolve, 'collision' | 'choices' | 'chosen' | 'label'>

/** The choices of a form after a conflict, and the form without them: a refused form is shown again as it was. */
export interface PostedConflict {
  typed: FormData
  collisions: readonly PostedCollision[]
  /** True if the form is a draft that conflicts with what is published. */
  isDraftConflict: boolean
}

/**
 * The collisions of a form after a conflict, with the choices that were made: see `ConflictNotice`. Throws MalformedBody
 * for collisions that no form of the site sends.
 */
export function readConflict(typed: FormData, formData: FormData): PostedConflict | undefined {
  const text = formData.get('conflict')
  if (typeof text !== 'string') return undefined
  const posted = z.array(postedCollision).max(MAX_COLLISIONS).safeParse(parseJson(text, 'The conflict of the form'))
  if (!posted.success) throw new MalformedBody('The form contains an invalid conflict.')
  checkFieldNames(posted.data.map(({ name }) => name))
  const choices = readChoices(formData)
  const collisions = posted.data.map(({ choices: offered, label, ...collision }, at) => ({
    collision,
    choices: offered,
    label,
    chosen: choices[at],
  }))
  return { typed, collisions, isDraftConflict: formData.has('conflict-with') }
}

/** True if a person has chosen, of a changed entry of a collection and its removal, the removal. */
export function choosesRemoval({ collisions }: PostedConflict): boolean {
  return collisions.some(
    ({ collision: { name, kind, ...sides }, chosen }) =>
      name === '' && kind === 'removed' && (chosen === 'mine' || chosen === 'theirs') && sides[chosen] === undefined,
  )
}

/** The fields of a form with the chosen versions. */
export function resolvedFields({ typed, collisions }: PostedConflict): FormData {
  const { payload } = parse(typed, { resolve: (value) => ({ value }) })
  const merged = { value: payload, collisions: collisions.map(({ collision }) => collision) }
  const chosen = collisions.map((described) => described.chosen)
  const resolved = resolveEach(merged, chosen, { newId: newEntryId, isValid: () => true })
  const fields = new FormData()
  for (const [name, value] of formFields(resolved.value, '')) fields.append(name, value)
  return fields
}

const MAX_COLLISIONS = 1_000

const choice = z.enum(['mine', 'theirs', 'both'])

const postedCollision = z.object({
  name: fieldName.max(500),
  kind: z.enum(['value', 'removed', 'order']),
  mine: z.unknown().optional(),
  theirs: z.unknown().optional(),
  order: z.array(z.int().min(0)).optional(),
  moved: z.array(z.int().min(0)).optional(),
  limit: z.string().max(2_000).optional(),
  choices: z.array(choice).default(['mine', 'theirs']),
  label: z.string().max(2_000).default(''),
})
