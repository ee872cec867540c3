import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageFile, line, list, optionalText } from '#app/cms/define/fields.ts'

export const picture = z.strictObject({
  _id: id(),
  title: line('Title', 120),
  description: optionalText('Description', 500),
  image: imageFile('Image', { width: 835 }),
})
export type Picture = z.output<typeof picture>

/** Pictures of the shop and of its breads. */
export const album = defineSection({
  id: 'album',
  label: 'Album',
  icon: 'image',
  editor: 'album/album-editor.tsx',
  file: 'album.yaml',
  schema: z.strictObject({
    title: line('Title', 120),
    description: optionalText('Description', 300),
    pictures: list('Pictures', picture),
  }),
  page: '/album',
  api: {
    path: 'album',
    kind: 'list',
    key: 'pictures',
    item: picture,
    upload: { from: 'file', to: 'image' },
    keeps: ['image'],
  },
})
export type Album = ContentOf<typeof album>
