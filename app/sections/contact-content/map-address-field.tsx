import type { FieldMetadata } from '@conform-to/react'
import { TextField } from '#app/editing/fields/text-fields.tsx'
import { mapAddressNote } from './map-address-note.ts'

/** The address of the map, and what will come of it. */
export function MapAddressField({ field }: { field: FieldMetadata<string> }) {
  return <TextField field={field} label="Map address" type="url" help={mapAddressNote(field.value ?? '')} optional />
}
