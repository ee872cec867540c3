import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import * as fields from '#app/cms/define/fields.ts'

/** A section of the home page with one field, its title. */
export function titledSection(id: string) {
  return defineSection({
    id,
    label: id,
    icon: 'news',
    file: `home/${id}.yaml`,
    page: '/',
    messages: { updated: 'Updated', failed: 'Failed' },
    schema: z.strictObject({ title: fields.line('Title') }),
  })
}
