import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { MilestoneList } from '#app/site/sections/events-page/milestone-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { factRowCells } from '#app/site/collections/facts/fact-row-cells.tsx'
import { FieldGroup, FieldGroups, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import { TextAreaField, TextField, HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import { TitledTextList, EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import type { About, Leader } from './about.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./about.ts')).about.schema }

/** Fields of the About Us page, in the order of the page. */
export default function AboutEditor() {
  const fields = useFormMetadata<About>().getFieldset()
  const heritage = fields.heritage.getFieldset()
  return (
    <FieldGroups>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <ImageField field={fields.image} alt={fields.imageAlt} label="image at the top" wide />
      </PageHeadFields>
      <FieldGroup legend="About Us" note="One statement, in large letters">
        <TextAreaField field={fields.about} help="Search engines show it with the page" />
      </FieldGroup>
      <FieldGroup
        legend="Company profile"
        note="The text, and the facts beside it. Valid certificates are added automatically"
      >
        <MarkdownField field={fields.body} />
        <TableList list={fields.facts} noun="fact" blocks>
          {(row) => {
            const { _id, fact, name, text } = row.getFieldset()
            return [<HiddenField key="_id" field={_id} />, ...factRowCells({ fact, name, own: text })]
          }}
        </TableList>
      </FieldGroup>
      <FieldGroup legend="Vision and mission">
        <TextAreaField field={fields.vision} />
        <TextAreaField field={fields.mission} />
      </FieldGroup>
      <FieldGroup legend="Heritage" note="The drawing shows the year of each milestone as a thick ring">
        <TextField field={heritage.title} />
        <TextField field={heritage.lead} />
        <MilestoneList list={heritage.milestones} min={1} />
      </FieldGroup>
      <FieldGroup legend="Values">
        <TextField field={fields.valuesTitle} label="Title" />
        <TitledTextList
          list={fields.values}
          noun="value"
          empty="No values yet. The page does not show this part."
          fieldsOf={(value) => {
            const { _id, title, description } = value.getFieldset()
            return { _id, title, text: description }
          }}
        />
        <ImageField field={fields.purposeImage} alt={fields.purposeImageAlt} label="image beside the values" />
      </FieldGroup>
      <FieldGroup
        legend="Leadership team"
        note="Directors are in Management: each is shown here first if its form says so. Add leaders who are not on the board"
      >
        <TextField field={fields.leadersTitle} label="Title" />
        <LeaderList list={fields.leaders} />
      </FieldGroup>
    </FieldGroups>
  )
}

function LeaderList({ list }: { list: FieldMetadata<Leader[]> }) {
  return (
    <EntryList
      list={list}
      noun="leader"
      empty="No leaders besides the directors."
      summarise={(leader) => {
        const { name, role, image } = leader.getFieldset()
        return { title: name.value, note: role.value ?? '', image: image.value ?? '' }
      }}
    >
      {(leader) => {
        const { _id, name, role, image, text } = leader.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <TextField field={name} />
              <TextField field={role} />
            </div>
            <ImageField field={image} label={`portrait of ${name.value ?? 'the new leader'}`} />
            <TextAreaField field={text} help="Their experience and their responsibilities" />
          </>
        )
      }}
    </EntryList>
  )
}
