import { z } from 'zod'
import { cleanLine, withoutInvisible } from '#app/cms/define/clean-text.ts'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { line, optionalText } from '#app/cms/define/fields.ts'
import { mapOrigin } from './map-address.ts'

/** The texts of the contact page. Addresses, telephone numbers and e-mail addresses are content of the site section. */
export const contactPage = defineSection({
  id: 'contact-content',
  label: 'Contact',
  icon: 'pin',
  editor: 'site/sections/contact-page/contact-page-editor.tsx',
  file: 'contact.yaml',
  schema: z.strictObject({
    title: line('Title'),
    description: optionalText('Description', 500),
    /** How to find the place, beside the map. */
    details: optionalText('Details', 1000),
    /** Address for a frame, which map services call "embed". If empty, the page shows no map. */
    mapEmbedLink: optionalText('Map address', 2000, (value) => withoutInvisible(cleanLine(value))).refine(
      (value) => value === '' || mapOrigin(value) !== undefined,
      'Map address must start with https:// and a host name. Use the address that the map service provides for embedding',
    ),
  }),
  page: '/contactus',
  api: { path: 'contact', kind: 'record' },
})
export type ContactPage = ContentOf<typeof contactPage>
