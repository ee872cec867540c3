import { useFormMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { Clients } from './clients.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import './clients-editor.css'

export const handle: EditorHandle = { schema: async () => (await import('./clients.ts')).clients.schema }

/** Fields of the clients' logos. */
export default function ClientsEditor() {
  const fields = useFormMetadata<Clients>().getFieldset()
  return (
    <>
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
      </FieldGroup>
      <FieldGroup legend="Clients" note="One logo for each client, in this order.">
        <EntryList
          list={fields.clients}
          noun="client"
          addLabel="Add Client"
          summarise={(client) => {
            const { image, alt } = client.getFieldset()
            return { title: alt.value ?? image.value, image: image.value ?? '' }
          }}
        >
          {(client) => {
            const { image, alt } = client.getFieldset()
            return (
              <div className="client-logo">
                <ImageField field={image} alt={alt} label={`logo of ${alt.value ?? 'the client'}`} optional={false} />
              </div>
            )
          }}
        </EntryList>
      </FieldGroup>
    </>
  )
}
