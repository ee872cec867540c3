import type { FieldMetadata } from '@conform-to/react'
import { DocumentFields } from '#app/sections/reports/document-fields.tsx'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { HiddenField } from '#app/editing/fields/text-fields.tsx'
import type { Certificate } from './certifications.ts'

/** The certificates: the picture of a first page, and the PDF it leads to. */
export function CertificateList({ list }: { list: FieldMetadata<Certificate[]> }) {
  return (
    <EntryList
      list={list}
      noun="certificate"
      empty="No certificate yet. The page then leaves this part out."
      summarise={(certificate) => {
        const { title, image } = certificate.getFieldset()
        return { title: title.value, image: image.value ?? '' }
      }}
    >
      {(certificate) => {
        const document = certificate.getFieldset()
        return (
          <>
            <HiddenField field={document._id} />
            <DocumentFields fields={document} />
            <ImageField field={document.image} alt={document.imageAlt} label="picture of its first page" />
          </>
        )
      }}
    </EntryList>
  )
}
