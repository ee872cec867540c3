import { useFormMetadata } from '@conform-to/react'
import { TitledDocumentList } from '#app/sections/reports/titled-document-list.tsx'
import { YearlyDocumentList } from '#app/sections/reports/yearly-document-list.tsx'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { TextField } from '#app/editing/fields/text-fields.tsx'
import type { Financials } from './financials.ts'

/** Fields of the documents under Financial Highlights, Financial results and Material Contracts. */
export function FinancialsEditor() {
  const fields = useFormMetadata<Financials>().getFieldset()
  return (
    <>
      <FieldGroup legend="Annual Returns (MGT 7)" note="Under Financial Highlights. Newest first">
        <YearlyDocumentList
          list={fields.annualReturns}
          noun="annual return"
          fieldsOf={(annualReturn) => annualReturn.getFieldset()}
        />
      </FieldGroup>
      <FieldGroup legend="Material Creditors" note="Under Financial Highlights">
        <TitledDocumentList list={fields.materialCreditors} noun="document" />
      </FieldGroup>
      <FieldGroup legend="Group companies" note="Financial statements, under Financial Highlights. Newest first">
        <YearlyDocumentList
          list={fields.groupCompanies}
          noun="financial statement"
          fieldsOf={(statement) => statement.getFieldset()}
        />
      </FieldGroup>
      <FieldGroup legend="Financial results" note="In a part of the page of their own. Newest first">
        <YearlyDocumentList list={fields.results} noun="financial result" fieldsOf={(result) => result.getFieldset()}>
          {(result) => (
            <TextField
              field={result.getFieldset().date}
              label="Date"
              type="date"
              help="When it was published; shown with it"
            />
          )}
        </YearlyDocumentList>
      </FieldGroup>
      <FieldGroup legend="Material Contracts" note="In a part of the page of their own">
        <TitledDocumentList list={fields.materialContracts} noun="contract" />
      </FieldGroup>
    </>
  )
}
