import { useFormMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextField, TickField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { SearchWords } from './search-words.ts'
import { ASKED_WORDS } from './search-words-screens.ts'

export const handle: EditorHandle = { schema: async () => (await import('./search-words.ts')).searchWords.schema }

/** The groups of words that the search of the website takes for the same, and whether searches are counted. */
export default function SearchWordsEditor() {
  const fields = useFormMetadata<SearchWords>().getFieldset()
  return (
    <>
      <FieldGroup legend={ASKED_WORDS.label} note="What visitors looked for and did not find">
        <TickField
          field={fields.countsSearches}
          help="Counts the words that at least three visitors search for on the same day, without addresses or times, for 90 days. Counting begins when the published privacy notice has an item marked “About counted searches” in each language: what is counted, what for, and that it is kept for 90 days"
        />
        <p className="field__help">
          <Link to="/admin/privacy-notice">Edit the privacy notice</Link>
        </p>
        <p>
          <Link className="btn" to={ASKED_WORDS.href}>
            Open the list<span className="visually-hidden"> of {ASKED_WORDS.label.toLowerCase()}</span>
          </Link>
        </p>
      </FieldGroup>
      <FieldGroup
        legend="Words that mean the same"
        note="A visitor who types one of them finds pages with any of them: other spellings, short names, names in another language. Capital letters and accents make no difference, and “PV 90 S” is found as “PV90S” without a line here"
      >
        <TableList list={fields.groups} noun="group" pastes>
          {(entry) => {
            const { _id, words } = entry.getFieldset()
            return [
              <HiddenField key="_id" field={_id} />,
              <TextField
                key="words"
                field={words}
                help="With commas between them, for example: AGM, annual general meeting"
              />,
            ]
          }}
        </TableList>
      </FieldGroup>
    </>
  )
}
