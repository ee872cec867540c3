import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { QualityControl, TestRecord } from './quality-control.ts'

export const handle: EditorHandle = { schema: async () => (await import('./quality-control.ts')).qualityControl.schema }

export default function QualityControlEditor() {
  const fields = useFormMetadata<QualityControl>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
        <TextAreaField field={fields.subTitle} rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Descriptions" note="The first sentence of each is shown bold">
        <TextList list={fields.descriptions} />
      </FieldGroup>
      <FieldGroup
        legend="Test record"
        note="What was measured on one lot. With results it is shown instead of the image"
      >
        <RecordFields record={fields.record} />
      </FieldGroup>
      <FieldGroup legend="Image" note="Shown while the test record has no results">
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the section" />
      </FieldGroup>
    </>
  )
}

function RecordFields({ record }: { record: FieldMetadata<TestRecord> }) {
  const { title, product, lot, date, results, note, linkText, link } = record.getFieldset()
  return (
    <>
      <TextField field={title} optional />
      <div className="two">
        <TextField field={product} optional />
        <TextField field={lot} optional />
      </div>
      <TextField field={date} type="date" optional />
      <TableList list={results} noun="result" pastes blocks empty="No result yet. The section shows its image.">
        {(entry) => {
          const result = entry.getFieldset()
          return [
            <TextField key="property" field={result.property} />,
            <TextField key="method" field={result.method} optional />,
            <TextField key="limit" field={result.limit} />,
            <TextField key="result" field={result.result} />,
          ]
        }}
      </TableList>
      <TextAreaField field={note} rows={2} optional />
      <div className="two">
        <TextField field={linkText} optional />
        <LinkField field={link} optional />
      </div>
    </>
  )
}
