import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { GlobalPresence } from './global-presence.ts'

export const handle: EditorHandle = { schema: async () => (await import('./global-presence.ts')).globalPresence.schema }

/** Fields of the map of the world. */
export default function GlobalPresenceEditor() {
  const fields = useFormMetadata<GlobalPresence>().getFieldset()
  return (
    <>
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
      </FieldGroup>
      <FieldGroup legend="Map">
        <ImageField field={fields.mapImage} alt={fields.imageAlt} label="map" />
      </FieldGroup>
      <FieldGroup legend="Ports" note="Listed beside the map">
        <TextList list={fields.ports} />
      </FieldGroup>
    </>
  )
}
