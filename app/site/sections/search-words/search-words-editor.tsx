import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { capitalized, ListEnd } from '#app/cms/editing/lists/inline-list.tsx'
import { ListError, RemoveButton, useListFocus } from '#app/cms/editing/lists/list-controls.tsx'
import { rowId } from '#app/cms/editing/ui/focus.ts'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextField, TickField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { SearchWords } from './search-words.ts'
import { ASKED_WORDS } from './search-words-screens.ts'
import './search-words-editor.css'

export const handle: EditorHandle = { schema: async () => (await import('./search-words.ts')).searchWords.schema }

/** The groups of words that the search of the website takes for the same, and whether searches are counted. */
export default function SearchWordsEditor() {
  const fields = useFormMetadata<SearchWords>().getFieldset()
  return (
    <>
      <FieldGroup legend={ASKED_WORDS.label} note="What visitors looked for and did not find">
        <ol className="counting-steps">
          <li>
            <TickField
              field={fields.countsSearches}
              help="The words that at least three visitors search for on the same day, without addresses or times, for 90 days"
            />
          </li>
          <li>
            Add an item to the <Link to="/admin/privacy-notice">privacy notice</Link>, in each language, and mark it
            “About counted searches”: what is counted, what for, and that it is kept for 90 days. The counting begins
            when it is published.
          </li>
          <li>
            See what visitors did not find in the{' '}
            <Link to={ASKED_WORDS.href}>
              list<span className="visually-hidden"> of {ASKED_WORDS.label.toLowerCase()}</span>
            </Link>
            , and add it below, as a redirect or as a page.
          </li>
        </ol>
      </FieldGroup>
      <FieldGroup
        legend="Words that mean the same"
        note="A visitor who types one of them finds pages with any of them. In each field one group, with commas between the words: AGM, annual general meeting. Their order, capital letters and accents make no difference, and “PV 90 S” is found as “PV90S” without a group"
      >
        <WordGroups list={fields.groups} />
      </FieldGroup>
    </>
  )
}

const NOUN = 'group'

/** The groups without an order, as many beside each other as fit. */
function WordGroups({ list }: { list: FieldMetadata<SearchWords['groups']> }) {
  const entries = list.getFieldList()
  const { listRef, addRef, statusRef } = useListFocus<HTMLUListElement>(entries.map(({ key }) => key))
  return (
    <>
      <ListError field={list} />
      {entries.length === 0 && <p className="items__empty">No group yet, such as: colour, color</p>}
      <ul className="word-groups" ref={listRef}>
        {entries.map((entry, index) => {
          const { _id, words } = entry.getFieldset()
          const name = `${capitalized(NOUN)} ${index + 1}`
          return (
            <li id={rowId(entry.id)} key={entry.key ?? entry.name}>
              <HiddenField field={_id} />
              <TextField field={words} label={name} />
              <RemoveButton list={list.name} index={index}>{`Remove ${name}`}</RemoveButton>
            </li>
          )
        })}
      </ul>
      <ListEnd {...{ list, noun: NOUN, max: Infinity, pastes: true, count: entries.length, addRef, statusRef }} />
    </>
  )
}
