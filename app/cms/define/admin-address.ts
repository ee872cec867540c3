import type { SectionDefinition } from './define-section.ts'

/** Address of the screen where staff edit a section. That of an entry is below the list of its collection. */
export function adminAddress({ id, entry }: Pick<SectionDefinition, 'id' | 'entry'>): string {
  return entry ? `/admin/${entry.collection}/${entry.key}` : `/admin/${id}`
}
