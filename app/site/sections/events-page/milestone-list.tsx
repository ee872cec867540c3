import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { HiddenField, NumberField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { Milestone } from './events-page.ts'

interface MilestoneListProps {
  list: FieldMetadata<Milestone[]>
  /** Minimum number of entries. */
  min?: number
  /** Shown if the list is empty. */
  empty?: string
}

/** Steps in the company's history, for the timeline of news and the heritage on the about page. */
export function MilestoneList({ list, min = 0, empty }: MilestoneListProps) {
  return (
    <EntryList
      list={list}
      noun="milestone"
      min={min}
      {...(empty !== undefined && { empty })}
      summarise={(milestone) => {
        const { year, title } = milestone.getFieldset()
        return { title: title.value, note: year.value ?? '' }
      }}
    >
      {(milestone) => {
        const { _id, year, title, description } = milestone.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <NumberField field={year} />
              <TextField field={title} />
            </div>
            <TextAreaField field={description} rows={2} optional />
          </>
        )
      }}
    </EntryList>
  )
}
