import { useFormMetadata } from '@conform-to/react'
import { Outlet, useOutletContext } from '@remix-run/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { NewAddressField } from './new-address-field.tsx'
import { HiddenField, SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'

const VISIBILITIES = [
  { value: 'listed', label: 'On the website' },
  { value: 'unlisted', label: 'Unlisted: only with the link' },
  { value: 'hidden', label: 'Hidden: for staff only' },
]

/** What the editor of an entry passes on. */
export interface EditedEntryContext {
  key: string
  noun: string
  opensIn?: 'dialog' | 'row' | undefined
  /** The address of the pages of the collection; undefined if entries have none. */
  below?: string | undefined
  /** False for an entry that was not published yet. */
  exists: boolean
  /** True if its key is made of its title when it is saved first. */
  isUnnamed: boolean
}

const MOVES = 'If you change it, the old address redirects to the new one'

/** The fields that every entry of a collection has, after those of its own. A module of its own: other editors have none. */
export default function EntryFields() {
  const { key, noun, opensIn, below, exists, isUnnamed } = useOutletContext<EditedEntryContext>()
  const fields = useFormMetadata<{ address: string; visibility: string }>().getFieldset()
  if (opensIn) {
    // The list has buttons that show and hide entries.
    return (
      <>
        <Outlet />
        <HiddenField field={fields.address} />
        <HiddenField field={fields.visibility} />
      </>
    )
  }
  return (
    <>
      <Outlet />
      <FieldGroup legend="Visitors" note="Where it appears, and who can find it">
        {below !== undefined && !exists && (
          <NewAddressField field={fields.address} entryKey={isUnnamed ? undefined : key} noun={noun} below={below} />
        )}
        {below !== undefined && exists && (
          <TextField
            field={fields.address}
            optional
            help={`Last part of the address, after ${below}/. Empty: ${key}. ${MOVES}`}
          />
        )}
        <SelectField field={fields.visibility} options={VISIBILITIES} />
      </FieldGroup>
    </>
  )
}
