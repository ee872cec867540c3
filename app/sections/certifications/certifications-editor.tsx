import { useFormMetadata } from '@conform-to/react'
import { ButtonFields, FieldGroup, PageHeadFields } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import { CertificateList } from './certificate-list.tsx'
import type { Certifications } from './certifications.ts'
import { StandardList } from './standard-list.tsx'

/** Fields of the page of certifications, in the order of the page. */
export function CertificationsEditor() {
  const fields = useFormMetadata<Certifications>().getFieldset()
  const lot = fields.lot.getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Standards" note="One row each, with its badge">
        <StandardList list={fields.standards} />
      </FieldGroup>
      <FieldGroup legend="Certificates" note="To look at and to download">
        <TextField field={fields.certificatesTitle} label="Title" />
        <TextAreaField field={fields.certificatesText} label="Text" />
        <CertificateList list={fields.certificates} />
      </FieldGroup>
      <FieldGroup legend="With every delivery" note="The dark part at the end of the page">
        <TextField field={lot.title} label="Title" />
        <TextAreaField field={lot.text} label="Text" />
        <ButtonFields text={lot.buttonText} link={lot.buttonLink} />
        <ImageField field={lot.image} alt={lot.imageAlt} label="image beside the text" />
      </FieldGroup>
    </>
  )
}
