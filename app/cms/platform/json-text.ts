import { z } from 'zod'

/** A schema for text that holds JSON: parses it, then checks the value with `schema`. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform(parseJson).pipe(schema)
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    // Some editors of Windows write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
}
