import { z } from 'zod'

/** The fields of an object and their schemas. */
export function fieldsOf(schema: z.ZodObject): [name: string, field: z.core.$ZodType][] {
  const shape: Record<string, z.core.$ZodType> = schema.shape
  return Object.entries(shape)
}

/** How a field is sent in a form: as it is, as a numeral, or as JSON text. */
export type FieldKind = 'text' | 'number' | 'json'

/** The kind of a field by its schema, defaults aside. */
export function kindOfField(schema: z.core.$ZodType): FieldKind {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return kindOfField(schema.unwrap())
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodObject) return 'json'
  return schema instanceof z.ZodNumber ? 'number' : 'text'
}
