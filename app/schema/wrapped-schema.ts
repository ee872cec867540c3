import { z } from 'zod'

/** The schema inside a wrapper, such as a default or an optional, and the output of a pipe; undefined where there is none. */
export function wrappedSchema(schema: z.ZodType): z.ZodType | undefined {
  const inner = isWrapper(schema) ? schema.unwrap() : schema instanceof z.ZodPipe ? schema.out : undefined
  return inner instanceof z.ZodType ? inner : undefined
}

function isWrapper(schema: z.ZodType) {
  return (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  )
}
