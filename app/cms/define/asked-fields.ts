import type { z } from 'zod'
import type { SiteReader } from './content-reader.ts'

/** What a person has chosen or filled in beside the fields that every message has. */
export interface ExtraField {
  label: string
  text: string
  /** Key of the entry that the text names, and the edition that it had. */
  id?: string | undefined
  edition?: number | undefined
}

/** What is stored with a message beside its fields, in the words of the site when it was sent. */
export interface AskedContext {
  /** What its sender asks for. */
  kind?: { id: string; label: string } | undefined
  /** What else they have chosen or filled in. */
  extras?: readonly ExtraField[] | undefined
  /** The last day on which the answer keeps the promise of the page: YYYY-MM-DD. */
  answerBy?: string | undefined
}

/** What a message may say beside its own fields, such as the things that its sender asks for. */
export interface AskedFields {
  /** By their names. Each may be left out; one that takes a list may be sent several times. */
  shape: z.ZodRawShape
  /** What is stored of the fields with a message, and what its sender has to know of them, in sentences. */
  read: (
    site: SiteReader,
    fields: Readonly<Record<string, unknown>>,
  ) => { context: AskedContext; notes: readonly string[] }
}
