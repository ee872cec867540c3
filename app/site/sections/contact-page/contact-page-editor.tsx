import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { ContactPage } from './contact-page.ts'
import { mapAddressNote } from './map-address.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./contact-page.ts')).contactPage.schema }

/** Fields of the texts of the contact page. */
export default function ContactPageEditor() {
  const fields = useFormMetadata<ContactPage>().getFieldset()
  return (
    <>
      <FieldGroup legend="Top of the page" note="Edit the addresses and telephone numbers in Company details">
        <TextField field={fields.title} />
        <TextAreaField field={fields.description} rows={2} help="Below the title" optional />
      </FieldGroup>
      <FieldGroup legend="Map" note="In the head of the page; on phones below the addresses">
        <TextAreaField
          field={fields.details}
          help="Directions, shown below the address of the registered office. Line breaks appear on the page"
          optional
        />
        <MapAddressField field={fields.mapEmbedLink} />
      </FieldGroup>
    </>
  )
}

/** The address of the map, with a note on its effect. */
function MapAddressField({ field }: { field: FieldMetadata<string> }) {
  return <TextField field={field} type="url" help={mapAddressNote(field.value ?? '')} optional />
}
