import { z } from 'zod'
import { formPartOf } from './form-part-of.ts'
import { ContentUnavailable } from '#app/cms/content/store/errors.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { reasonOfEdit } from './section-history.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export type Content = Readonly<Record<string, unknown>>
type Section = SectionDefinition<z.ZodObject>

/** What a posted form changes in the content of its section. */
export interface ContentChange {
  /** Parses the fields. */
  form: z.ZodObject
  /** What was done, for the history. */
  reason: string
  /** Shown after it is published. */
  message: string
}

/** The change that the form of a section makes. */
export function wholeForm(section: Section): ContentChange {
  const { content } = currentSite()
  const isNew = section.entry !== undefined && !content.find(section) && !content.brokenFile(section)
  return {
    form: section.schema,
    reason: isNew ? 'Created' : reasonOfEdit(section.label),
    // A new entry has its title only after it is saved.
    get message() {
      if (!isNew) return section.messages.updated
      return section.messages.created ?? `${section.label} created`
    },
  }
}

/** The published content of a section. For an entry that does not exist, what its form starts from. */
export function publishedContent<Schema extends z.ZodType>(
  section: SectionDefinition<Schema>,
): Snapshot<z.output<Schema>> {
  const { content } = currentSite()
  const snapshot = content.find(section)
  if (snapshot) return snapshot
  if (!section.entry || content.brokenFile(section)) throw new ContentUnavailable(section.id)
  return { value: newEntry(section), version: '' }
}

/**
 * What the form of an entry shows that does not exist yet: those of the `given` fields that the section has, and the
 * values that its schema has for fields that are left out.
 */
export function newEntry<Schema extends z.ZodType>(
  section: SectionDefinition<Schema>,
  given: Readonly<Partial<Record<string, string>>> = {},
): z.output<Schema> {
  const started = { ...usualValues(section.schema), visibility: 'listed', ...given }
  // A form shows it. The schema checks what is saved.
  return formPartOf(section as unknown as Section, started) as z.output<Schema>
}

/** The texts and numbers that a schema has for fields that are left out. */
function usualValues(schema: z.ZodType): Record<string, string | number> {
  const fields = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : []
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const { data } = field.safeParse(undefined)
      return typeof data === 'number' || (typeof data === 'string' && data !== '') ? [[name, data]] : []
    }),
  )
}
