/** What a posted form holds for the schema of its section. Files in it are stored already. */
export interface PostedFields {
  content: FormData
  /** Refused uploads by the field they were for. */
  fileErrors: Record<string, string[]>
}

/** Completes a posted form before its schema reads it: with what one button or one file input means for other fields. */
export type PreprocessForm = (posted: PostedFields) => PostedFields
