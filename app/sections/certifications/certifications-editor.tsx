import { useFormMetadata } from '@conform-to/react'
import { ButtonFields } from '#app/ui/admin/button-fields.tsx'
import { FieldGroup } from '#app/ui/admin/field-group.tsx'
import { ImageField } from '#app/ui/admin/image-field.tsx'
import { PageHeadFields } from '#app/ui/admin/page-head-fields.tsx'
import { TextAreaField, TextField } from '#app/ui/admin/text-fields.tsx'
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
