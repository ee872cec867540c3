import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup, OfficeFields, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { HiddenField, SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import {
  TitledDocumentList,
  YearlyDocumentList,
  DocumentFields,
} from '#app/site/sections/reports/document-list-editor.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { Investors } from './investors.ts'
import type { Financials } from './financials.ts'
import type { Management } from './management.ts'
import type { Governance } from './governance.ts'
import { useSectionId, type EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = {
  async schema(sectionId) {
    switch (sectionId) {
      case 'financials':
        return (await import('./financials.ts')).financials.schema
      case 'management':
        return (await import('./management.ts')).management.schema
      case 'governance':
        return (await import('./governance.ts')).governance.schema
      default:
        return (await import('./investors.ts')).investors.schema
    }
  },
}

/** Fields of the four sections of the investors page. */
export default function InvestorsEditor() {
  switch (useSectionId()) {
    case 'financials':
      return <FinancialsFields />
    case 'management':
      return <ManagementFields />
    case 'governance':
      return <GovernanceFields />
    default:
      return <InvestorsFields />
  }
}

/** Fields of the head of the investors page, its offer documents and its contacts. */
function InvestorsFields() {
  const fields = useFormMetadata<Investors>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextAreaField field={fields.intro} rows={4} />
      </PageHeadFields>
      <FieldGroup legend="Offer documents" note="The first one is also shown beside the introduction">
        <EntryList
          list={fields.offerDocuments}
          noun="offer document"
          empty="Visitors see “Nothing has been published here yet.”"
          summarise={(document) => {
            const { title, link } = document.getFieldset()
            return { title: title.value, note: link.value ?? '' }
          }}
        >
          {(document) => <OfferDocumentFields document={document} />}
        </EntryList>
      </FieldGroup>
      <FieldGroup legend="Investor grievance" note="Contacts for shareholders: registrar, compliance officer">
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
                  <TextField field={office.name} help="The name of the person or the company" />
                </OfficeFields>
                <SelectField
                  field={office.answersQueries}
                  options={ANSWERS_QUERIES}
                  help="The footer of every page names the one person who answers them"
                />
              </>
            )
          }}
        </EntryList>
      </FieldGroup>
      <FieldGroup
        legend="Complaints elsewhere"
        note="Links below the contacts. Leave empty what does not apply. The footer shows SMART ODR once the company is listed"
      >
        <LinkField
          field={fields.scoresLink}
          optional
          help="The complaints system of SEBI: https://scores.sebi.gov.in/"
        />
        <LinkField field={fields.smartOdrLink} optional help="Online resolution of disputes: https://smartodr.in/" />
        <LinkField field={fields.iepfLink} optional help="The fund for unclaimed dividends: https://www.iepf.gov.in/" />
      </FieldGroup>
    </>
  )
}

const ANSWERS_QUERIES = [
  { value: 'yes', label: 'This contact answers them' },
  { value: 'no', label: 'Another contact answers them' },
] satisfies { value: Investors['contacts'][number]['answersQueries']; label: string }[]

function OfferDocumentFields({ document }: { document: FieldMetadata<Investors['offerDocuments'][number]> }) {
  const { _id, title, date, link } = document.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <TextField field={title} />
      <div className="two">
        <TextField field={date} type="date" />
        <LinkField field={link} help="The page of the document, such as /investors/Drhp" />
      </div>
    </>
  )
}

/** Fields of the documents under Financial Highlights, Financial results and Material Contracts. */
function FinancialsFields() {
  const fields = useFormMetadata<Financials>().getFieldset()
  return (
    <>
      <FieldGroup legend="Annual Returns (MGT 7)" note="Below “Financial Highlights”. Newest first">
        <YearlyDocumentList
          list={fields.annualReturns}
          noun="annual return"
          fieldsOf={(annualReturn) => annualReturn.getFieldset()}
        />
      </FieldGroup>
      <FieldGroup legend="Material Creditors" note="Below “Financial Highlights”">
        <TitledDocumentList list={fields.materialCreditors} noun="document" />
      </FieldGroup>
      <FieldGroup legend="Group companies" note="Financial statements, below “Financial Highlights”. Newest first">
        <YearlyDocumentList
          list={fields.groupCompanies}
          noun="financial statement"
          fieldsOf={(statement) => statement.getFieldset()}
        />
      </FieldGroup>
      <FieldGroup legend="Financial results" note="In a separate part of the page. Newest first">
        <YearlyDocumentList list={fields.results} noun="financial result" fieldsOf={(result) => result.getFieldset()}>
          {(result) => (
            <TextField
              field={result.getFieldset().date}
              type="date"
              help="The date of publication, shown with the result"
            />
          )}
        </YearlyDocumentList>
      </FieldGroup>
      <FieldGroup legend="Material Contracts" note="In a separate part of the page">
        <TitledDocumentList list={fields.materialContracts} noun="contract" />
      </FieldGroup>
    </>
  )
}

/** Fields of the board of directors and its committees. */
function ManagementFields() {
  const fields = useFormMetadata<Management>().getFieldset()
  return (
    <>
      <FieldGroup legend="Board of directors" note="Shown in this order">
        <EntryList
          list={fields.directors}
          noun="director"
          summarise={(director) => {
            const { name, title, image } = director.getFieldset()
            return { title: name.value, note: title.value ?? '', image: image.value ?? '' }
          }}
        >
          {(director) => <DirectorFields director={director} />}
        </EntryList>
      </FieldGroup>
      <FieldGroup legend="Committees" note="The document below the board">
        <DocumentFields fields={fields.committees.getFieldset()} />
      </FieldGroup>
    </>
  )
}

function DirectorFields({ director }: { director: FieldMetadata<Management['directors'][number]> }) {
  const { _id, name, title, image } = director.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <div className="two">
        <TextField field={name} />
        <TextField field={title} help="For example Independent Director, chair of the Audit Committee" />
      </div>
      <ImageField field={image} label={`portrait of ${name.value ?? 'the new director'}`} />
    </>
  )
}

/** Fields of the company's policies. */
function GovernanceFields() {
  const fields = useFormMetadata<Governance>().getFieldset()
  return (
    <FieldGroup legend="Policies" note="Numbered on the page in this order">
      <TitledDocumentList list={fields.policies} noun="policy" />
    </FieldGroup>
  )
}
