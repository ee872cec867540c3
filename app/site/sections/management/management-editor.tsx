import { useField, useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FieldGroup, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import {
  HiddenField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { InlineList, TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { documents } from '#app/site/collections/documents/documents.ts'
import { CATEGORY_OPTIONS } from './director-categories.ts'
import type { Committee, Director, Management } from './management.ts'

export const handle: EditorHandle = { schema: async () => (await import('./management.ts')).management.schema }

/** Fields of the board of directors, its committees and the familiarisation programmes. */
export default function ManagementEditor() {
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
        <TextField field={fields.note} optional help="Shown at the top of the page, such as the day of the list" />
      </FieldGroup>
      <FieldGroup
        legend="Committees"
        note="A director who is in a committee cannot be removed. Choose another member of the committee first"
      >
        <EntryList
          list={fields.committees}
          noun="committee"
          empty="No committee yet. The page does not show this part."
          summarise={(committee) => ({ title: committee.getFieldset().name.value })}
        >
          {(committee) => <CommitteeFields committee={committee} />}
        </EntryList>
      </FieldGroup>
      <FieldGroup
        legend="Familiarisation programmes"
        note="For the independent directors, oldest year first. A year is from April to March, such as 2025-26"
      >
        <TableList
          list={fields.familiarisation}
          noun="year"
          canRepeat={false}
          empty="No year yet. The page does not show this part."
        >
          {(entry) => {
            const { _id, year, programmes, hours } = entry.getFieldset()
            return [
              <HiddenField key="_id" field={_id} />,
              <TextField key="year" field={year} />,
              <NumberField key="programmes" field={programmes} />,
              <NumberField key="hours" field={hours} />,
            ]
          }}
        </TableList>
      </FieldGroup>
    </>
  )
}

const LEADER_OPTIONS = [
  { value: 'yes', label: 'Shown there' },
  { value: 'no', label: 'Not shown there' },
] satisfies { value: Director['isLeader']; label: string }[]

function DirectorFields({ director }: { director: FieldMetadata<Director> }) {
  const { _id, name, title, image, category, since, profile, directorships, positions, isLeader } =
    director.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <div className="two">
        <TextField field={name} />
        <TextField field={title} help="For example Independent Director, chair of the Audit Committee" />
      </div>
      <ImageField field={image} label={`portrait of ${name.value ?? 'the new director'}`} />
      <div className="two">
        <SelectField field={category} options={CATEGORY_OPTIONS} help="As in the filings" />
        <TextField field={since} type="date" optional help="The day of the first appointment" />
      </div>
      <TextAreaField field={profile} rows={4} optional help="Education, experience and responsibilities" />
      <SubGroup legend="Other directorships" note="The companies, one each">
        <TextList list={directorships} rows={1} />
      </SubGroup>
      <SubGroup legend="Full-time positions elsewhere" note="With the name of the company, one each">
        <TextList list={positions} rows={1} />
      </SubGroup>
      <SelectField
        field={isLeader}
        options={LEADER_OPTIONS}
        label="Leadership team on the About Us page"
        help="With the name, the title, the portrait and the profile from here"
      />
    </>
  )
}

function CommitteeFields({ committee }: { committee: FieldMetadata<Committee> }) {
  const { _id, name, chair, members, termsOfReference } = committee.getFieldset()
  const directors = useDirectorOptions()
  return (
    <>
      <HiddenField field={_id} />
      <div className="two">
        <TextField field={name} help="For example Audit Committee" />
        <SelectField field={chair} options={directors} help="A new director can be chosen once the board is saved" />
      </div>
      <SubGroup legend="Other members" note="Without the chair">
        <InlineList list={members} noun="member" canRepeat={false}>
          {(member, label) => <SelectField field={member} label={label} options={directors} />}
        </InlineList>
      </SubGroup>
      <ReferenceField
        field={termsOfReference}
        collection={documents.id}
        optional
        help="A document from the register. The page links to it"
      />
    </>
  )
}

/** The directors of the form as choices. One that was just added has no key before it is saved. */
function useDirectorOptions() {
  const [list] = useField<Director[]>('directors')
  return list.getFieldList().flatMap((director) => {
    const { _id, name } = director.getFieldset()
    return _id.value === undefined || name.value === undefined ? [] : [{ value: _id.value, label: name.value }]
  })
}
