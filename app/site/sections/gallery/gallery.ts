import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { id, imageFile, line, list, optionalText } from '#app/cms/define/fields.ts'
import { addPictures } from './added-pictures.ts'

const galleryItem = z.strictObject({
  _id: id(),
  title: line('Title', 120),
  description: optionalText('Description', 500),
  /** File name below the uploads folder, as for all images. Only the field's name comes from the API. */
  imageUrl: imageFile('Image', { width: 835 }),
})
export type GalleryItem = z.output<typeof galleryItem>

export const gallery = defineSection({
  id: 'gallery',
  label: 'Gallery',
  icon: 'image',
  editor: 'site/sections/gallery/gallery-editor.tsx',
  file: 'gallery.yaml',
  schema: z.strictObject({
    title: line('Title', 120),
    description: optionalText('Description', 300),
    items: list('Items', galleryItem),
  }),
  page: '/gallery',
  preprocess: addPictures,
  api: {
    path: 'gallery',
    kind: 'list',
    key: 'items',
    item: galleryItem,
    upload: { from: 'file', to: 'imageUrl' },
    keeps: ['imageUrl'],
  },
})
