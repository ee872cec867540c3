import type { z } from 'zod'

/** A form that makes several entries of a collection at once: one for each of its rows that is filled in. */
export interface SeveralEntries {
  /** Its name, on its page and on the links to it: `Documents of a quarter`. */
  label: string
  /** What staff read above its fields. */
  note: string
  /** The route module of its fields, by its path below the app's folder. */
  fields: string
  /** All of its fields. */
  schema: z.ZodObject
  /** What its fields show first. Nothing is saved. */
  beginsWith(): Readonly<Record<string, unknown>>
  /** The entries that a form makes which fits the schema. */
  entriesOf(form: unknown): readonly EntryOfRow[]
  /** Names the release that gets its drafts. */
  releaseName(form: unknown): string
}

/** An entry that a row of the form makes. */
export interface EntryOfRow {
  /** Its content. Fields that are left out get the value that the schema has for them. */
  content: Readonly<Record<string, unknown>>
  /** The field of the form that a field of the content was typed in: `documents.2.date` for `date`. */
  fieldOf(name: string): string
}
