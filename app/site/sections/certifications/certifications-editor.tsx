import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { ButtonFields, FieldGroup, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { TextAreaField, TextField, HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { documents } from '#app/site/collections/documents/documents.ts'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import type { Certifications, Standard } from './certifications.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./certifications.ts')).certifications.schema }

/** Fields of the page of certifications, in the order of the page. */
export default function CertificationsEditor() {
  const fields = useFormMetadata<Certifications>().getFieldset()
  const lot = fields.lot.getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Standards" note="One row for each standard, with its badge">
        <StandardList list={fields.standards} />
      </FieldGroup>
      <FieldGroup
        legend="Certificates"
        note="The certificates themselves are in Documents, with the kind “Certificate”"
      >
        <TextField field={fields.certificatesTitle} label="Title" />
        <TextAreaField field={fields.certificatesText} label="Text" />
      </FieldGroup>
      <FieldGroup legend="With every delivery" note="The dark part at the end of the page">
        <TextField field={lot.title} />
        <TextAreaField field={lot.text} />
        <ButtonFields text={lot.buttonText} link={lot.buttonLink} />
        <ImageField field={lot.image} alt={lot.imageAlt} label="image beside the text" />
      </FieldGroup>
    </>
  )
}

/** The standards for which the company has certificates. */
function StandardList({ list }: { list: FieldMetadata<Standard[]> }) {
  return (
    <EntryList
      list={list}
      noun="standard"
      empty="No standards yet. The page does not show this part."
      summarise={(standard) => {
        const { name, subject, badge } = standard.getFieldset()
        return { title: name.value, note: subject.value ?? '', image: badge.value ?? '' }
      }}
    >
      {(standard) => {
        const { _id, name, subject, badge, badgeAlt, meaning, covers, number, issuedBy, validUntil, certificate } =
          standard.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <TextField field={name} help="For example ISO 9001" />
              <TextField field={subject} help="The topic of the standard, shown below the name" />
            </div>
            <ImageField
              field={badge}
              alt={badgeAlt}
              label={`badge of ${name.value ?? 'the standard'}`}
              optional={false}
            />
            <TextAreaField field={meaning} label="What it requires" />
            <TextAreaField field={covers} label="What it covers" help="The products and sites that it applies to" />
            <div className="two">
              <TextField field={number} optional help="As on the certificate" />
              <TextField field={validUntil} type="date" optional />
            </div>
            <TextField field={issuedBy} optional help="The body that has certified the company" />
            <ReferenceField
              field={certificate}
              collection={documents.id}
              optional
              help="Its first page is shown, and leads to the file. Without one, visitors are asked to write"
            />
          </>
        )
      }}
    </EntryList>
  )
}
