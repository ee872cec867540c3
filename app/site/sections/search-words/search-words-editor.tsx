import { useFormMetadata } from '@conform-to/react'
import { InlineList } from '#app/cms/editing/lists/inline-list.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { SearchWords } from './search-words.ts'

export const handle: EditorHandle = { schema: async () => (await import('./search-words.ts')).searchWords.schema }

/** The groups of words that the search of the website takes for the same. */
export default function SearchWordsEditor() {
  const fields = useFormMetadata<SearchWords>().getFieldset()
  return (
    <FieldGroup
      legend="Words that mean the same"
      note="A visitor who types one of them finds pages with any of them: other spellings, short names, names in another language. Capital letters and accents make no difference, and “PV 90 S” is found as “PV90S” without a line here"
    >
      <InlineList list={fields.groups} noun="group" pastes>
        {(entry) => {
          const { _id, words } = entry.getFieldset()
          return (
            <>
              <HiddenField field={_id} />
              <TextField field={words} help="With commas between them, for example: AGM, annual general meeting" />
            </>
          )
        }}
      </InlineList>
    </FieldGroup>
  )
}
