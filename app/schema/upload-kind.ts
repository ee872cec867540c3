import { z } from 'zod'
import type { UploadKind } from './fields.ts'
import { wrappedSchema } from './wrapped-schema.ts'

/**
 * What may be uploaded for a field of a form: `policies[2].fileUrl` or `footer.badges[0].image`, as the form names it.
 * Undefined for a field that takes no file, and for a name that is none of the schema's.
 */
export function uploadKindOf(schema: z.ZodType, fieldName: string): UploadKind | undefined {
  return FIELD_NAME.test(fieldName) ? findUploadKind(schema, fieldName.match(STEP) ?? []) : undefined
}

/** The folder of the uploads for documents of a field; undefined for an image and for a field that takes no file. */
export function uploadFolderOf(schema: z.ZodType, fieldName: string): string | undefined {
  const kind = uploadKindOf(schema, fieldName)
  return kind && kind.accepts !== 'image' ? kind.folder : undefined
}

const FIELD_NAME = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/
const STEP = /[^.[\]]+|\[\d+\]/g

/** Goes down step by step; a wrapper around a schema is no step of its own. */
function findUploadKind(schema: unknown, steps: readonly string[]): UploadKind | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const [step, ...rest] = steps
  const own = step === undefined ? schema.meta()?.upload : undefined
  if (own) return own
  if (schema instanceof z.ZodObject && step !== undefined) {
    return Object.hasOwn(schema.shape, step) ? findUploadKind(schema.shape[step], rest) : undefined
  }
  if (schema instanceof z.ZodArray && step?.startsWith('[')) return findUploadKind(schema.element, rest)
  return findUploadKind(wrappedSchema(schema), steps)
}
