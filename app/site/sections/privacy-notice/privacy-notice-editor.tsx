import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, NumberField, TextAreaField, TextField, TickField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { InlineList } from '#app/cms/editing/lists/inline-list.tsx'
import type { PrivacyNotice } from './privacy-notice.ts'

export const handle: EditorHandle = {
  schema: async () => (await import('./privacy-notice.ts')).privacyNotice.schema,
}

/** Fields of the privacy notice: what holds for all languages, and its texts. */
export default function PrivacyNoticeEditor() {
  const fields = useFormMetadata<PrivacyNotice>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Contact and period"
        note="Each published change is a new version with its date. Visitors can read the earlier ones"
      >
        <div className="two">
          <TextField field={fields.contactName} help="Who answers questions about personal data" />
          <TextField field={fields.contactEmail} type="email" />
        </div>
        <NumberField
          field={fields.keptDays}
          help="Has to be the days of the setting KEEP_MESSAGES_DAYS of the server. “{days}” in the texts shows it, and “{days} days” says it in years"
        />
      </FieldGroup>
      <FieldGroup legend="Languages" note="Visitors read the first one unless they choose another">
        <EntryList
          list={fields.texts}
          noun="language"
          summarise={(entry) => {
            const { language, title } = entry.getFieldset()
            return { title: title.value, note: language.value ?? '' }
          }}
        >
          {(entry) => {
            const { _id, language, title, lead, summary, itemsTitle, items, parts } = entry.getFieldset()
            return (
              <>
                <HiddenField field={_id} />
                <div className="two">
                  <TextField field={title} />
                  <TextField field={language} help="Such as en or hi" />
                </div>
                <TextAreaField field={lead} rows={3} />
                <TextAreaField field={summary} rows={4} help="Before the button of the contact form" />
                <TextField field={itemsTitle} />
                <SubGroup legend="Data and purposes" note="Every item that a form asks for, or that is noted about it">
                  <InlineList list={items} noun="item">
                    {(item) => {
                      const { _id: itemId, item: name, purpose, isOfSearches } = item.getFieldset()
                      return (
                        <>
                          <HiddenField field={itemId} />
                          <TextField field={name} />
                          <TextField field={purpose} />
                          <TickField
                            field={isOfSearches}
                            help="Tick it for the item that says that searches are counted, and for how long"
                          />
                        </>
                      )
                    }}
                  </InlineList>
                </SubGroup>
                <SubGroup
                  legend="Parts"
                  note="Who sees the data, how long it is kept, how to withdraw, rights, the contact, and the Board"
                >
                  <InlineList list={parts} noun="part">
                    {(part) => {
                      const { _id: partId, title: heading, text } = part.getFieldset()
                      return (
                        <>
                          <HiddenField field={partId} />
                          <TextField field={heading} />
                          <TextAreaField field={text} rows={6} />
                        </>
                      )
                    }}
                  </InlineList>
                </SubGroup>
              </>
            )
          }}
        </EntryList>
      </FieldGroup>
    </>
  )
}
