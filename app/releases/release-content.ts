import { listDifferences } from '#app/content/compare/content-differences.ts'
import { mergeEdits } from '#app/content/compare/merge-edits.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { schemaLabels } from '#app/sections/schema-labels.ts'
import { ReleaseRefused, type ReleaseConflict } from './release.ts'

/** A change of a section: from one state of its content to another, to be made on whatever is published at that moment. */
export interface SectionEdit {
  section: SectionDefinition
  /** The state that it was made from. */
  from: unknown
  to: unknown
}

/** The edit on top of the current content. What both have changed differently is told in `conflict`. */
export function mergedEdit({ section, from, to }: SectionEdit, current: unknown) {
  const { value, collisions } = mergeEdits(from, to, current)
  if (collisions.length === 0) return { value, conflict: undefined }
  const names = new Map(
    listDifferences(to, current, { guide: schemaLabels(section.schema) }).map(({ name, label }) => [name, label]),
  )
  const places = collisions.map(({ name, isOrder }) => {
    const label = names.get(name) ?? [...names].find(([differing]) => differing.startsWith(name))?.[1] ?? name
    return isOrder ? `Order of ${label}` : label
  })
  const conflict: ReleaseConflict = {
    section: section.id,
    label: section.label,
    places: [...new Set(places)].filter((place) => place !== ''),
  }
  return { value, conflict }
}

/** Where each edit collides with the current content. */
export function conflictsOf(
  edits: readonly SectionEdit[],
  currentOf: (section: SectionDefinition) => unknown,
): ReleaseConflict[] {
  return edits.flatMap((edit) => mergedEdit(edit, currentOf(edit.section)).conflict ?? [])
}

/** The edit as the store takes it. Throws ReleaseRefused at a conflict. */
export function toChange(edit: SectionEdit, check: (value: unknown) => void = () => undefined) {
  return {
    section: edit.section,
    change: (current: unknown) => {
      const { value, conflict } = mergedEdit(edit, current)
      if (conflict) throw refusedBy([conflict])
      check(value)
      return value
    },
  }
}

/** The refusal that names all conflicts. */
export function refusedBy(conflicts: readonly ReleaseConflict[]): ReleaseRefused {
  const words = conflicts.map(({ label, places }) => (places.length > 0 ? `${label} (${places.join(', ')})` : label))
  return new ReleaseRefused(
    `Something else was published meanwhile in the same places: ${words.join('; ')}. Nothing was changed.`,
    409,
    conflicts,
  )
}
