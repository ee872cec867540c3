import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'

/** Address of the editor of a section at a field. Conform gives fields of the generic editor the id `editor-{name}`. */
export function fieldAddress(section: Pick<SectionDefinition, 'id' | 'entry' | 'editor'>, name: string): string {
  return `${adminAddress(section)}#editor-${encodeURIComponent(name)}`
}

/** The path of a form field's name: `members[0].title` → `members.0.title`. */
export function pathOf(name: string): string {
  return name.replace(/\[(\d+)\]/g, '.$1')
}
