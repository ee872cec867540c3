import { z } from 'zod'
import { yearlyDocument } from './yearly-document.ts'

/** A report as its form sends it: where there is no file yet, what is missing is called by what one has to choose. */
export const reportForm = yearlyDocument.extend({
  fileUrl: z.string({ error: 'Choose a PDF' }).pipe(yearlyDocument.shape.fileUrl),
})
