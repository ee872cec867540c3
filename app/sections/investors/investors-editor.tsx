import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { OfficeFields } from '#app/sections/site/office-fields.tsx'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FieldGroup, PageHeadFields } from '#app/editing/fields/field-groups.tsx'
import { LinkField } from '#app/editing/fields/link-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import type { Investors } from './investors.ts'

/** Fields of the head of the investors page, its offer documents and its contacts. */
export function InvestorsEditor() {
  const fields = useFormMetadata<Investors>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextAreaField field={fields.intro} label="Introduction" rows={4} />
      </PageHeadFields>
      <FieldGroup legend="Offer documents" note="The first one is also shown beside the introduction">
        <EntryList
          list={fields.offerDocuments}
          noun="offer document"
          empty="Visitors read: Nothing has been published here yet."
          summarise={(document) => {
            const { title, link } = document.getFieldset()
            return { title: title.value, note: link.value ?? '' }
          }}
        >
          {(document) => <OfferDocumentFields document={document} />}
        </EntryList>
      </FieldGroup>
      <FieldGroup legend="Investor grievance" note="Whom shareholders can write to: registrar, compliance officer">
        <EntryList
          list={fields.contacts}
          noun="contact"
          summarise={(contact) => {
            const { name, title } = contact.getFieldset()
            return { title: name.value, note: title.value ?? '' }
          }}
        >
          {(contact) => {
            const office = contact.getFieldset()
            return (
              <>
                <HiddenField field={office._id} />
                <OfficeFields fields={office}>
                  <TextField field={office.name} label="Name" help="Who holds the office: a person or a company" />
                </OfficeFields>
              </>
            )
          }}
        </EntryList>
      </FieldGroup>
    </>
  )
}

function OfferDocumentFields({ document }: { document: FieldMetadata<Investors['offerDocuments'][number]> }) {
  const { _id, title, date, link } = document.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <TextField field={title} label="Title" />
      <div className="two">
        <TextField field={date} label="Date" type="date" />
        <LinkField field={link} label="Link" help="The page of the document, such as /investors/Drhp" />
      </div>
    </>
  )
}
