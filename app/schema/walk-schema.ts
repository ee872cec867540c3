import { z } from 'zod'
import type { UploadKind } from './fields.ts'

/** One schema of a content, seen through its wrappers: defaults, optionals and pipes say nothing about its shape. */
export interface SchemaNode {
  /** The schema itself, with its wrappers. */
  schema: z.ZodType
  /** The schema inside all wrappers; of a pipe the output. */
  inner: z.ZodType
  /** The label of the field. */
  label: string | undefined
  /** Which file the field names; absent where it names none. */
  upload: UploadKind | undefined
  /** The fields of an object by name; empty for anything else. */
  fields: ReadonlyMap<string, SchemaNode>
  /** The entries of a list; absent for anything else. */
  element: SchemaNode | undefined
}

/** Reads a schema and all schemas below it. Everything that asks a schema for its structure asks here. */
export function walkSchema(schema: z.ZodType): SchemaNode {
  const known = nodes.get(schema)
  if (known) return known
  const layers = layersOf(schema)
  const inner = layers.at(-1) ?? schema
  // A wrapper may have its own metadata, or leave it to the schema that it wraps.
  const metadata = layers.map((layer) => layer.meta())
  const node: SchemaNode = {
    schema,
    inner,
    label: metadata.find((meta) => meta?.title !== undefined)?.title,
    upload: metadata.find((meta) => meta?.upload !== undefined)?.upload,
    fields: new Map(inner instanceof z.ZodObject ? Object.entries(inner.shape).map(toField) : []),
    element: inner instanceof z.ZodArray ? walkSchema(asType(inner.element)) : undefined,
  }
  nodes.set(schema, node)
  return node
}

/** True for a field that an object may leave out. */
export function isOptional({ schema }: SchemaNode): boolean {
  return schema.safeParse(undefined).success
}

/**
 * What may be uploaded for a field of a form: `policies[2].fileUrl` or `footer.badges[0].image`, as the form names it.
 * Undefined for a field that takes no file, and for a name that the schema does not have.
 */
export function uploadKindOf(schema: z.ZodType, fieldName: string): UploadKind | undefined {
  if (!FIELD_NAME.test(fieldName)) return undefined
  let node: SchemaNode | undefined = walkSchema(schema)
  for (const step of fieldName.match(STEP) ?? []) {
    node = step.startsWith('[') ? node?.element : node?.fields.get(step)
  }
  return node?.upload
}

/**
 * The folders into which documents for the fields of a form are uploaded, by the field's name with `[]` for any place in a
 * list: `{ 'policies[].fileUrl': 'policies' }`.
 */
export function uploadFolders(schema: z.ZodType): Record<string, string> {
  return foldersBelow(walkSchema(schema), '')
}

function foldersBelow({ upload, fields, element }: SchemaNode, name: string): Record<string, string> {
  if (upload) return upload.accepts === 'image' ? {} : { [name]: upload.folder }
  const below = [...fields].map(([key, field]) => foldersBelow(field, name ? `${name}.${key}` : key))
  if (element) below.push(foldersBelow(element, `${name}[]`))
  return Object.fromEntries(below.flatMap((folders) => Object.entries(folders)))
}

/** Schemas never change, so each is read once. */
const nodes = new WeakMap<z.ZodType, SchemaNode>()

const FIELD_NAME = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/
const STEP = /[^.[\]]+|\[\d+\]/g

/** The schema, then what it wraps, down to the innermost. */
function layersOf(schema: z.ZodType): z.ZodType[] {
  const inner = isWrapper(schema) ? schema.unwrap() : schema instanceof z.ZodPipe ? schema.out : undefined
  return inner instanceof z.ZodType ? [schema, ...layersOf(inner)] : [schema]
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

function toField([name, field]: [string, unknown]): [string, SchemaNode] {
  return [name, walkSchema(asType(field))]
}

/** Zod types the parts of a schema by its core; every schema here is more than that. */
function asType(schema: unknown): z.ZodType {
  if (!(schema instanceof z.ZodType)) throw new Error('A part of the schema is not made by zod')
  return schema
}
