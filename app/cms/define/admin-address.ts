import type { SectionDefinition } from './define-section.ts'

/**
 * Address of the screen where staff see a section: its editor, which is below the list of its collection for an entry;
 * the history of a section that the website itself keeps.
 */
export function adminAddress({ id, entry, editor }: Pick<SectionDefinition, 'id' | 'entry' | 'editor'>): string {
  if (entry) return `/admin/${entry.collection}/${entry.key}`
  return editor === undefined ? `/admin/history/${id}` : `/admin/${id}`
}
