import { z } from 'zod'
import { id, line, link, list, text } from '#app/cms/define/fields.ts'

/** A text that visitors confirm before they see or get something, with both answers. */
export const disclaimer = z.strictObject({
  title: line('Title', 100),
  lead: line('Opening sentence', 300),
  paragraphs: list('Paragraphs', z.strictObject({ _id: id(), title: line('Title', 100), text: text('Text', 2000) }), {
    min: 1,
  }),
  note: line('Note', 200),
  confirmLabel: line('Label of the button that confirms', 60),
  declineLabel: line('Label of the link that declines', 60),
  declineUrl: link('Address for declining'),
})
export type Disclaimer = z.output<typeof disclaimer>
