import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { line, text } from '#app/cms/define/fields.ts'

/** What guests with allergies have to know. A mistake can harm them, so a second person reads each change. */
export const allergenNotice = defineSection({
  id: 'allergen-notice',
  label: 'Allergen Notice',
  icon: 'shield',
  editor: 'home/allergen-notice-editor.tsx',
  file: 'home/allergen-notice.yaml',
  schema: z.strictObject({ title: line('Title'), text: text('Text', 1000) }),
  page: '/#allergens',
  changes: 'by release',
  // It says that nothing is known yet, which holds for any bakery.
  startsAsShipped: true,
  api: { path: 'allergen-notice', kind: 'record' },
})
export type AllergenNotice = ContentOf<typeof allergenNotice>
