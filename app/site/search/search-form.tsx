import { Form } from '@remix-run/react'
import { useState } from 'react'
import { SEARCH_PAGE } from '#app/site/addresses/search-query.ts'
import { useSuggestions } from './use-suggestions.ts'
import '#app/site/ui/form.css'
import './search-form.css'

/** The longest question that is read. */
const MAX_LENGTH = 100

interface SearchFormProps {
  question: string
  /** Titles that the field offers before anything is typed. The same array for each render. */
  offered: readonly string[]
}

/** Asks for words. A plain GET form: the address has the question. */
export function SearchForm({ question, offered }: SearchFormProps) {
  const [typed, setTyped] = useState('')
  const titles = useSuggestions(typed, offered)
  return (
    // The key fills the field anew after a link to another question.
    <Form className="search-form field" action={SEARCH_PAGE} role="search" aria-label="Website" key={question}>
      <label htmlFor="search-words">What are you looking for?</label>
      <div className="search-form__row">
        <input
          id="search-words"
          type="search"
          name="q"
          defaultValue={question}
          maxLength={MAX_LENGTH}
          list="search-titles"
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
          }}
          aria-describedby="search-help"
        />
        <datalist id="search-titles">
          {titles.map((title) => (
            <option key={title} value={title} />
          ))}
        </datalist>
        <button className="btn btn--accent" type="submit">
          Search
        </button>
      </div>
      <p className="field__help" id="search-help">
        A grade, a standard, a document and its year, or any word of this website.
      </p>
    </Form>
  )
}
