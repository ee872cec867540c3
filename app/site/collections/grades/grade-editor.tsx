import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useLoaderData } from '@remix-run/react'
import { FieldGroup, FieldGroups } from '#app/cms/editing/fields/field-groups.tsx'
import { Fold } from '#app/cms/editing/fields/fold.tsx'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { InlineList, TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import {
  BASES,
  CURES,
  optionsOf,
  RELATIONS,
  STATES,
  VALUE_KINDS,
  VOLTAGES,
} from '#app/site/collections/properties/grade-choices.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { FactList } from './fact-list.tsx'
import { gradeEditorLoader } from './grade-editor.server.ts'
import type { GradeStandard, GradeValue } from './grade-schema.ts'
import type { Grade } from './grades.ts'
import './grade-editor.css'

export const loader = gradeEditorLoader

export const handle: EditorHandle = { schema: async () => (await import('./grades.ts')).grades.schema }

/** Fields of a grade: what it is, its values, then what it is found by and how it is supplied. */
export default function GradeEditor() {
  const fields = useFormMetadata<Grade>().getFieldset()
  return (
    <FieldGroups>
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
          help="Last part of the address of its page, for example pv-90-s. Empty: made of the name. If you change it, the old address redirects to the new one"
        />
        <div className="two">
          <SelectField field={fields.state} options={optionsOf(STATES)} />
          <ReferenceField field={fields.successor} collection="grades" optional />
        </div>
      </FieldGroup>
      <FieldGroup
        legend="Values"
        note="Each with its test method, such as IEC 60811-501, and without its unit. A number without a method can only be saved as a draft"
        wide
      >
        <ValueList list={fields.values} />
        <TextField
          field={fields.whatChanged}
          optional="Required if a value changes"
          help="Needed when a published value, method or condition changes. One sentence for visitors, for example: Tensile strength measured anew after a change of the resin"
        />
        <Editions fields={fields} />
      </FieldGroup>
      <FieldGroup
        legend="Standards"
        note="What the grade meets or is suitable for, such as IEC 60502, part 1, type ST2. The method of a test belongs to its value, not here"
        wide
      >
        <StandardList list={fields.meets} />
      </FieldGroup>
      <FieldGroup
        legend="Found by"
        note="Visitors filter by these in the finder. Always spell the same thing the same way"
      >
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
        <InlineList list={fields.voltages} noun="voltage" max={3} canRepeat={false} empty="No voltage class of its own">
          {(entry, name) => <SelectField field={entry} label={name} options={optionsOf(VOLTAGES)} />}
        </InlineList>
      </FieldGroup>
      <FieldGroup legend="Colours">
        <TextList list={fields.colours} rows={1} />
      </FieldGroup>
      <FieldGroup legend="Former names" note="Visitors who know one of them find the grade by it">
        <TextList list={fields.formerNames} rows={1} />
      </FieldGroup>
      <FieldGroup legend="Processing and packing" wide>
        <FactList list={fields.processing} max={12} />
        <TextAreaField field={fields.packing} optional rows={2} />
      </FieldGroup>
      <FieldGroup
        legend="Data sheet"
        note="Made of the values above, unless you choose a PDF of your own. Its address stays the same"
      >
        <FileField field={fields.sheet} accepts="pdf" optional help="A PDF. Visitors get it in place of the made one" />
        <div className="two">
          <TextField field={fields.sheetEdition} optional help="As in the PDF, for example Rev. 4" />
          <TextField
            field={fields.sheetDate}
            type="date"
            optional
            help="Empty: the date in the properties of the PDF"
          />
        </div>
        <ComparisonOfSheet field={fields.sheet} />
      </FieldGroup>
    </FieldGroups>
  )
}

/** What the server has recorded is sent back unchanged, so that a form without a change is none. */
function Editions({
  fields: { edition, editionDate, editions },
}: {
  fields: Pick<ReturnType<FieldMetadata<Grade>['getFieldset']>, 'edition' | 'editionDate' | 'editions'>
}) {
  const date = editionDate.initialValue
  const recorded = editions.getFieldList().flatMap((one) => {
    const { number, date: day, sentence, changes } = one.getFieldset()
    const differences = changes.getFieldList().flatMap((change) => {
      const { property, from, to } = change.getFieldset()
      return [property, from, to]
    })
    return [number, day, sentence, ...differences]
  })
  return (
    <>
      {[edition, editionDate, ...recorded].map((field) => (
        <input
          key={field.name}
          type="hidden"
          name={field.name}
          form={field.formId}
          defaultValue={field.initialValue ?? ''}
        />
      ))}
      <p className="field__help">
        Edition {edition.initialValue ?? '1'}
        {date !== undefined && date !== '' && <> of {formatDay(date)}</>}. A published change of a value raises it by
        itself.
      </p>
    </>
  )
}

/** How the PDF of the saved grade compares with its values. Another one is compared once it is saved. */
function ComparisonOfSheet({ field: { value, initialValue } }: { field: FieldMetadata<string | undefined> }) {
  const { sheet } = useLoaderData<typeof loader>()
  if (!sheet || (value ?? initialValue) !== initialValue) return null
  return (
    <p className="field__note" role="status">
      <span className="chip">{sheet.label}</span> {sheet.text}
    </p>
  )
}

function StandardList({ list }: { list: FieldMetadata<GradeStandard[]> }) {
  return (
    <TableList
      list={list}
      noun="standard"
      blocks
      empty="No standard yet. Visitors who choose a standard do not find the grade"
    >
      {(entry) => {
        const { standard, part, type, relation, certificate } = entry.getFieldset()
        return [
          <TextField key="standard" field={standard} />,
          <TextField key="part" field={part} optional />,
          <TextField key="type" field={type} optional />,
          <SelectField key="relation" field={relation} options={optionsOf(RELATIONS)} />,
          <ReferenceField key="certificate" field={certificate} collection="documents" optional />,
        ]
      }}
    </TableList>
  )
}

/** What most values have in common is folded away. */
function ValueList({ list }: { list: FieldMetadata<GradeValue[]> }) {
  return (
    <TableList list={list} noun="value" blocks>
      {(entry) => {
        const fields = entry.getFieldset()
        const { property, value, to, method } = fields
        return [
          <ReferenceField key="property" field={property} collection="properties" />,
          <NumberOfValue key="value" field={value} property={property} optional />,
          <NumberOfValue key="to" field={to} property={property} optional />,
          <TextField key="method" field={method} optional="For a number" />,
          <MoreOfValue key="more" field={fields.kind} label="Kind, condition and basis" fields={fields} />,
        ]
      }}
    </TableList>
  )
}

interface NumberOfValueProps {
  field: FieldMetadata<string>
  property: FieldMetadata<string>
  optional: boolean
}

/** With the unit of the property that is chosen. */
function NumberOfValue({ property, ...props }: NumberOfValueProps) {
  const { units } = useLoaderData<typeof loader>()
  return <TextField {...props} unit={units[property.value ?? property.initialValue ?? ''] ?? ''} />
}

type ValueFields = ReturnType<FieldMetadata<GradeValue>['getFieldset']>

interface MoreOfValueProps {
  field: ValueFields['kind']
  label: string
  fields: ValueFields
}

function labelIn(labels: Readonly<Record<string, string>>, { value, initialValue }: FieldMetadata<string>) {
  return labels[value ?? initialValue ?? '']
}

function MoreOfValue({ label, fields: { kind, condition, basis } }: MoreOfValueProps) {
  // The condition tells two values of one property apart.
  const at = condition.value ?? condition.initialValue ?? ''
  const rest = [labelIn(VALUE_KINDS, kind), labelIn(BASES, basis)].filter(Boolean)
  const hasErrors = [kind, condition, basis].some(({ errors }) => errors !== undefined)
  return (
    <Fold
      className="grade-value__more"
      opens={hasErrors || kind.initialValue === undefined}
      summary={
        at === '' && rest.length === 0 ? (
          label
        ) : (
          <>
            <span className="visually-hidden">{label}: </span>
            {at !== '' && <b>{at}</b>}
            {at !== '' && rest.length > 0 && ', '}
            {rest.join(', ')}
          </>
        )
      }
    >
      <div className="grade-value__fields">
        <SelectField field={kind} options={optionsOf(VALUE_KINDS)} />
        <TextField field={condition} optional help="Such as 23 °C" />
        <SelectField field={basis} options={optionsOf(BASES)} />
      </div>
    </Fold>
  )
}
