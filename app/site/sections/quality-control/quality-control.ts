import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageAlt, line, list, optionalImageFile, optionalText, text } from '#app/cms/define/fields.ts'

export const qualityControl = defineSection({
  id: 'quality-control',
  label: 'Quality Control',
  icon: 'quality',
  editor: 'site/sections/quality-control/quality-control-editor.tsx',
  file: 'home/quality-control.yaml',
  schema: z.strictObject({
    _id: id(),
    title: line('Title'),
    subTitle: optionalText('Subtitle', 500),
    descriptions: list('Descriptions', text('Description', 1000)),
    image: optionalImageFile('Image', { width: 720 }),
    imageAlt: imageAlt(),
  }),
  page: '/#quality-control',
  api: { path: 'qualitycontrol', kind: 'record', keeps: ['imageAlt'] },
})
export type QualityControl = ContentOf<typeof qualityControl>
