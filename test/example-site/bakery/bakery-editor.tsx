import { useFormMetadata } from '@conform-to/react'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { RedirectsField } from '#app/cms/editing/lists/redirects-field.tsx'
import type { Bakery } from './bakery.ts'

export const handle: EditorHandle = { schema: async () => (await import('./bakery.ts')).bakery.schema }

export default function BakeryEditor() {
  const fields = useFormMetadata<Bakery>().getFieldset()
  return (
    <>
      <TextField field={fields.companyName} />
      <TextAreaField field={fields.welcome} rows={2} />
      <TextAreaField field={fields.openingHours} rows={3} help="One line for each day or group of days" />
      <TextField field={fields.phone} type="tel" />
      <ReferenceField field={fields.recipe} collection="recipes" optional help="Shown below the breads" />
      <EntryList
        list={fields.navigation}
        noun="link"
        summarise={(entry) => ({ title: entry.getFieldset().text.value })}
      >
        {(entry) => {
          const { text, link } = entry.getFieldset()
          return (
            <>
              <TextField field={text} />
              <LinkField field={link} />
            </>
          )
        }}
      </EntryList>
      <RedirectsField list={fields.redirects} />
    </>
  )
}
