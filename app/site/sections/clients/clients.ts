import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { imageAlt, imageFile, line, list } from '#app/cms/define/fields.ts'

export const client = z.strictObject({ image: imageFile('Image'), alt: imageAlt() })
export type Client = z.output<typeof client>

export const clients = defineSection({
  id: 'clients',
  label: 'Our Clients',
  icon: 'logos',
  editor: 'site/sections/clients/clients-editor.tsx',
  file: 'home/clients.yaml',
  schema: z.strictObject({ title: line('Title'), clients: list('Clients', client) }),
  messages: { updated: 'Clients section updated successfully', failed: 'Failed to update Clients section' },
  page: '/#clients',
  api: { path: 'clients', kind: 'record' },
})
export type Clients = ContentOf<typeof clients>
