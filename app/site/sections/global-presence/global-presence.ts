import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { imageAlt, line, list, optionalImageFile } from '#app/cms/define/fields.ts'

export const globalPresence = defineSection({
  id: 'global-presence',
  label: 'Global presence',
  icon: 'globe',
  editor: 'site/sections/global-presence/global-presence-editor.tsx',
  file: 'home/global-presence.yaml',
  schema: z.strictObject({
    title: line('Title'),
    mapImage: optionalImageFile('Map', { width: 1080 }),
    imageAlt: imageAlt(),
    ports: list('Ports', line('Port', 40), { max: 40 }).default([]),
  }),
  page: '/#global-presence',
  api: { path: 'global-presence', kind: 'record', keeps: ['imageAlt', 'ports'] },
})
export type GlobalPresence = ContentOf<typeof globalPresence>
