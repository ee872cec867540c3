import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { LinkField } from '#app/editing/fields/link-field.tsx'
import { TextField } from '#app/editing/fields/text-fields.tsx'
import type { SiteLink } from './site.ts'

/** Links with their words, as in the navigation. */
export function LinkList({ list, min, empty }: { list: FieldMetadata<SiteLink[]>; min?: number; empty?: string }) {
  return (
    <EntryList
      list={list}
      noun="link"
      {...(min !== undefined && { min })}
      {...(empty !== undefined && { empty })}
      summarise={(entry) => {
        const { text, link } = entry.getFieldset()
        return { title: text.value, note: link.value ?? '' }
      }}
    >
      {(entry) => <SiteLinkFields link={entry} />}
    </EntryList>
  )
}

/** Fields of one link. */
export function SiteLinkFields({ link: entry }: { link: FieldMetadata<SiteLink> }) {
  const { text, link } = entry.getFieldset()
  return (
    <div className="two">
      <TextField field={text} label="Text" />
      <LinkField field={link} label="Link" />
    </div>
  )
}
