import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageFile, languageCode, line, list, uploadUrl } from '#app/cms/define/fields.ts'
import { disclaimer } from '#app/site/sections/offer/disclaimer.ts'

const film = z.strictObject({
  _id: id(),
  /** Language of the film for visitors; `language` is its code, as in HTML's `lang`. */
  title: line('Title', 60),
  language: languageCode(),
  note: line('Note', 100),
  video: uploadUrl('Video', 'mp4'),
  captions: uploadUrl('Captions', 'vtt'),
  poster: imageFile('Poster'),
})
export type Film = z.output<typeof film>

/** The page of the draft prospectus, and the disclaimer that a visitor must confirm before it is shown. */
export const drhp = defineSection({
  id: 'drhp',
  label: 'Draft prospectus page',
  icon: 'report',
  editor: 'site/sections/drhp/drhp-editor.tsx',
  file: 'investors/drhp.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    facts: list('Facts', z.strictObject({ _id: id(), name: line('Name', 60), text: line('Text', 300) })),
    films: list('Films', film),
    disclaimer,
  }),
  page: '/investors/Drhp',
})
export type Drhp = ContentOf<typeof drhp>
