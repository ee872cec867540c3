import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { addressToType, keyOfTitle, losesLetters } from '#app/cms/define/entry-address.ts'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { typeInto } from '#app/cms/editing/form/type-into.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'

interface AddressFieldProps {
  field: FieldMetadata<string>
  /** The address that an empty field gives to the entry; undefined if it is then made of the title. */
  entryKey: string | undefined
  /** What one entry is called: `job`. */
  noun: string
  /** The address of the pages of the collection. */
  below: string
}

/**
 * The address of an entry that does not exist yet. With JavaScript it follows the title while that is typed, until it is
 * typed by hand; emptied, it follows again. It stays empty for a title that gives the address that the entry has anyway,
 * or no address: then the field asks for one.
 */
export function NewAddressField({ field, entryKey, noun, below }: AddressFieldProps) {
  const form = useFormMetadata<Record<string, unknown>>()
  const isHydrated = useHydrated()
  const firstTitle = titleIn(form.initialValue) ?? ''
  const title = titleIn(form.value) ?? firstTitle
  const first = field.initialValue ?? ''
  // A draft may have an address that followed its title.
  const [isByHand, setIsByHand] = useState(first !== '' && first !== keyOfTitle(firstTitle, noun))
  const isFollowing = useRef(false)
  const asks = losesLetters(title)
  const made = asks ? undefined : keyOfTitle(title, noun)
  const followed =
    title === firstTitle ? first : made === undefined || entryKey === undefined || made === entryKey ? '' : made
  useEffect(() => {
    const control = document.getElementById(field.id)
    if (isByHand || !(control instanceof HTMLTextAreaElement) || control.value === followed) return
    isFollowing.current = true
    typeInto(control, followed)
    isFollowing.current = false
  }, [field.id, followed, isByHand])
  const empty = entryKey ?? (isHydrated ? made : undefined)
  const help = [
    `Last part of the address, after ${below}/.`,
    ...(isHydrated || entryKey === undefined ? ['It follows the title until you type one.'] : []),
    ...(asks && isHydrated ? [`${addressToType(title)}.`] : empty === undefined ? [] : [`Empty: ${empty}`]),
  ].join(' ')
  return (
    <div
      onInput={({ target }) => {
        if (!isFollowing.current && target instanceof HTMLTextAreaElement) setIsByHand(target.value.trim() !== '')
      }}
    >
      <TextField field={field} optional help={help} />
    </div>
  )
}

function titleIn(value: unknown): string | undefined {
  const { title } = (value ?? {}) as { title?: unknown }
  return typeof title === 'string' ? title : undefined
}
