import { z } from 'zod'

/** The fields of an object and their schemas. */
export function fieldsOf(schema: z.ZodObject): [name: string, field: z.core.$ZodType][] {
  const shape: Record<string, z.core.$ZodType> = schema.shape
  return Object.entries(shape)
}

/** The schema of a list's entries where they are known by `_id`, else undefined. */
export function entrySchema(field: z.core.$ZodType): z.ZodObject | undefined {
  if (!(field instanceof z.ZodArray)) return undefined
  return field.element instanceof z.ZodObject && '_id' in field.element.shape ? field.element : undefined
}

/** The fields of an object that may be left out. */
export function optionalFields(schema: z.ZodObject): string[] {
  return fieldsOf(schema).flatMap(([name, field]) => (z.safeParse(field, undefined).success ? [name] : []))
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
