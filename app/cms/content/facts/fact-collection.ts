import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { line, optionalLine } from '#app/cms/define/fields.ts'
import { figureOf } from './figures.ts'

/** Id of the collection of facts. */
export const FACTS = 'facts'

/** The most words that make a text one about a fact. */
const MAX_WORDS = 8

const fields = z
  .strictObject({
    title: line('Name', 60),
    /** As visitors read it. */
    value: line('Value', 60),
    /** With commas between them. A text that has one of them and another figure of the same unit differs from the fact. */
    words: optionalLine('Words in texts', 200),
  })
  .check(({ value: { value, words }, issues }) => {
    const refuse = (path: string, message: string) =>
      issues.push({ code: 'custom', input: words, path: [path], message })
    if (wordsOfFact(words).length > MAX_WORDS) refuse('words', `Enter at most ${MAX_WORDS} words`)
    if (words !== '' && !figureOf(value))
      refuse('value', 'Enter a figure with its unit, such as 25 kg, or a year. Or leave the words empty')
  })

/**
 * What the organisation says of itself in figures, each typed once. Sections refer to a fact where it stands as one, and
 * the check of the site compares the facts with all texts. `shownOn`: the part of a page that shows facts.
 */
export function factCollection(shownOn: string) {
  return defineCollection({
    id: FACTS,
    label: 'Facts',
    names: { noun: 'fact', title: ({ title }) => title },
    icon: 'shield',
    form: { module: 'cms/admin/facts/fact-editor.tsx', opensIn: 'dialog' },
    files: 'facts/*.yaml',
    schema: fields,
    pages: { shownOn },
    list: {
      columns: [
        { label: 'Value', value: ({ value }) => value },
        { label: 'Words in texts', value: ({ words }) => words },
      ],
    },
  })
}
/** The fields of every fact, with those of an entry. */
export const factSchema = factCollection('/').schema
export type Fact = z.output<typeof factSchema>

/** The words of a fact, one by one. */
export function wordsOfFact(words: string): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
