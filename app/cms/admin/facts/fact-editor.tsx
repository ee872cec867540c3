import { useFormMetadata } from '@conform-to/react'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Fact } from '#app/cms/content/facts/fact-collection.ts'

export const handle: EditorHandle = {
  schema: async () => (await import('#app/cms/content/facts/fact-collection.ts')).factSchema,
}

/** Fields of a fact. */
export default function FactEditor() {
  const fields = useFormMetadata<Fact>().getFieldset()
  return (
    <>
      <TextField field={fields.title} help="Visitors read it wherever the fact is shown, such as Founded" />
      <TextField field={fields.value} help="With its unit, such as 25 kg, one working day, or a year" />
      <TextField
        field={fields.words}
        optional
        help="With commas. “Check the site” reports a text or a number with one of these words and another figure of the same unit. A year is compared with ages too. Empty: texts are not compared"
      />
    </>
  )
}
