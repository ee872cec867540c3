import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useContext } from 'react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { EntryChoicesContext, ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { InlineList, TextList } from '#app/cms/editing/lists/inline-list.tsx'
import {
  BASES,
  CURES,
  optionsOf,
  RELATIONS,
  STATES,
  VALUE_KINDS,
  VOLTAGES,
} from '#app/site/collections/properties/grade-choices.ts'
import type { GradeStandard, GradeValue } from './grade-schema.ts'
import type { Grade } from './grades.ts'

export const handle: EditorHandle = { schema: async () => (await import('./grades.ts')).grades.schema }

/** Fields of a grade, in the order in which a data sheet has them. */
export default function GradeEditor() {
  const fields = useFormMetadata<Grade>().getFieldset()
  return (
    <>
      <FieldGroup legend="Grade" note="A row in the table of its product page, and in the list of all grades">
        <TextField field={fields.title} help="As on the bag, for example PV 90 S" />
        <div className="two">
          <ReferenceField field={fields.product} collection="product-pages" />
          <NumberField field={fields.position} help="Its row in the table. Equal numbers are sorted by name" />
        </div>
        <TextField field={fields.use} />
        <TextField
          field={fields.address}
          optional
          help="Last part of the address of its page, for example pv-90-s. Empty: made of the name. If you change it, visitors of the present address are led to the new one"
        />
        <div className="two">
          <SelectField field={fields.state} options={optionsOf(STATES)} />
          <ReferenceField field={fields.successor} collection="grades" optional />
        </div>
      </FieldGroup>
      <FieldGroup legend="Former names" note="Visitors who know one of them find the grade by it">
        <TextList list={fields.formerNames} rows={1} />
      </FieldGroup>
      <FieldGroup legend="Found by" note="Visitors choose among these in the finder. Write one thing always the same">
        <div className="two">
          <TextField field={fields.layer} optional help="In one or two words, for example Sheath" />
          <TextField field={fields.temperature} optional help="In degrees Celsius, for example 90" />
        </div>
        <div className="two">
          <SelectField field={fields.cure} options={optionsOf(CURES)} />
          <TextField field={fields.fireClass} optional help="For example FR-LSH" />
        </div>
      </FieldGroup>
      <FieldGroup legend="Voltages">
        <InlineList list={fields.voltages} noun="voltage" max={3} canRepeat={false} empty="For no class of its own">
          {(entry, name) => <SelectField field={entry} label={name} options={optionsOf(VOLTAGES)} />}
        </InlineList>
      </FieldGroup>
      <FieldGroup legend="Colours">
        <TextList list={fields.colours} rows={1} />
      </FieldGroup>
      <FieldGroup
        legend="Standards"
        note="What the grade meets or is suitable for. The method of a test belongs to its value below, not here"
        wide
      >
        <StandardList list={fields.meets} />
      </FieldGroup>
      <FieldGroup legend="Values" note="Each by its method. Without a method a number can be kept in a draft only" wide>
        <ValueList list={fields.values} />
      </FieldGroup>
      <FieldGroup legend="Processing and packing" wide>
        <InlineList list={fields.processing} noun="fact" max={12} pastes>
          {(entry) => {
            const { name, text } = entry.getFieldset()
            return (
              <>
                <TextField field={name} />
                <TextField field={text} />
              </>
            )
          }}
        </InlineList>
        <TextAreaField field={fields.packing} optional rows={2} />
      </FieldGroup>
      <FieldGroup legend="Edition" note="Of the values, as on the data sheet">
        <div className="two">
          <NumberField field={fields.edition} />
          <TextField field={fields.editionDate} type="date" optional />
        </div>
      </FieldGroup>
    </>
  )
}

function StandardList({ list }: { list: FieldMetadata<GradeStandard[]> }) {
  return (
    <EntryList
      list={list}
      noun="standard"
      empty="No standard yet. The grade is found by none"
      summarise={(entry) => {
        const { standard, part, type } = entry.getFieldset()
        const words = [standard.value, part.value, type.value].filter((word) => word !== undefined && word !== '')
        return { title: words.join(' ') }
      }}
    >
      {(entry) => {
        const { standard, part, type, relation, certificate } = entry.getFieldset()
        return (
          <>
            <div className="two">
              <TextField field={standard} help="With its body, without its part: IEC 60502" />
              <TextField field={part} optional help="For example 1" />
            </div>
            <div className="two">
              <TextField field={type} optional help="For example ST2" />
              <SelectField field={relation} options={optionsOf(RELATIONS)} />
            </div>
            <ReferenceField field={certificate} collection="documents" optional />
          </>
        )
      }}
    </EntryList>
  )
}

function ValueList({ list }: { list: FieldMetadata<GradeValue[]> }) {
  const properties = useContext(EntryChoicesContext)['properties'] ?? []
  return (
    <EntryList
      list={list}
      noun="value"
      summarise={(entry) => {
        const { property, value, to, method } = entry.getFieldset()
        const title = properties.find(({ key }) => key === property.value)?.title ?? property.value
        const number = [value.value, to.value].filter((one) => one !== undefined && one !== '').join('–')
        return { title, note: [number, method.value].filter((one) => one !== undefined && one !== '').join(', ') }
      }}
    >
      {(entry) => {
        const { property, kind, value, to, basis, method, condition } = entry.getFieldset()
        return (
          <>
            <div className="two">
              <ReferenceField field={property} collection="properties" />
              <SelectField field={kind} options={optionsOf(VALUE_KINDS)} />
            </div>
            <div className="two">
              <TextField
                field={value}
                optional
                help="A number without its unit, for example 15.5. Only “Passed” needs none"
              />
              <TextField field={to} optional help="Only of a range" />
            </div>
            <div className="two">
              <TextField field={method} optional help="For example IEC 60811-501" />
              <TextField field={condition} optional help="For example 23 °C, or 190 °C, 2.16 kg" />
            </div>
            <SelectField field={basis} options={optionsOf(BASES)} />
          </>
        )
      }}
    </EntryList>
  )
}
