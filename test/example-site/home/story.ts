import { z } from 'zod'
import { defineSection, type ContentOf, type PostedFields } from '#app/cms/define/define-section.ts'
import { id, imageAlt, line, list, optionalImageFile, optionalText, text } from '#app/cms/define/fields.ts'

/** How the house bakes. */
export const story = defineSection({
  id: 'story',
  label: 'Our Story',
  icon: 'page',
  editor: 'home/story-editor.tsx',
  file: 'home/story.yaml',
  schema: z.strictObject({
    _id: id(),
    title: line('Title'),
    subTitle: optionalText('Subtitle', 500),
    paragraphs: list('Paragraphs', text('Paragraph', 1000)),
    image: optionalImageFile('Image', { width: 720 }),
    imageAlt: imageAlt(),
  }),
  page: '/#story',
  preprocess: withoutAlt,
  api: {
    path: 'story',
    kind: 'record',
    listed: true,
    upload: { from: 'image', to: 'image' },
    keeps: ['image', 'imageAlt'],
  },
})
export type Story = ContentOf<typeof story>

/** A picture that is taken out takes its description along. */
function withoutAlt(posted: PostedFields): PostedFields {
  if (posted.content.get('image') === '') posted.content.set('imageAlt', '')
  return posted
}
