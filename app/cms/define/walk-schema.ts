import { z } from 'zod'
import type { ChoiceTitles } from './fields.ts'
import type { UploadKind } from './upload-kind.ts'

/** One schema within a content schema, without its wrappers: defaults, optionals and pipes do not affect its shape. */
export interface SchemaNode {
  /** The schema itself, with its wrappers. */
  schema: z.ZodType
  /** The schema inside all wrappers; for a pipe, its output. */
  inner: z.ZodType
  label: string | undefined
  /** The kind of file that the field names; undefined if it names no file. */
  upload: UploadKind | undefined
  /** Set for the key of an entry: the id of its collection. */
  reference: string | undefined
  /** What people read of the values of a choice; undefined for anything else, and for a choice without titles. */
  titles: ChoiceTitles | undefined
  /** What a number counts, such as `tonnes a year`. */
  unit: string | undefined
  /** The fields of the same entry that say what the figure of this one is of. */
  readWith: readonly string[]
  /** The list of the content that has the names of the entries of this one, in their order. */
  namedBy: string | undefined
  /** The limit of a list whose schema does not check it. */
  maxItems: number | undefined
  /** The fields of an object by name; empty for anything else. */
  fields: ReadonlyMap<string, SchemaNode>
  /** The entries of a list; undefined for anything else. */
  element: SchemaNode | undefined
}

/** Reads a schema and all schemas below it. All code that needs the structure of a schema calls this. */
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
    reference: metadata.find((meta) => meta?.reference !== undefined)?.reference,
    titles: metadata.find((meta) => meta?.titles !== undefined)?.titles,
    unit: metadata.find((meta) => meta?.unit !== undefined)?.unit,
    readWith: metadata.find((meta) => meta?.readWith !== undefined)?.readWith ?? [],
    namedBy: metadata.find((meta) => meta?.namedBy !== undefined)?.namedBy,
    maxItems: metadata.find((meta) => meta?.maxItems !== undefined)?.maxItems,
    fields: new Map(inner instanceof z.ZodObject ? Object.entries(inner.shape).map(toField) : []),
    element: inner instanceof z.ZodArray ? walkSchema(asType(inner.element)) : undefined,
  }
  nodes.set(schema, node)
  return node
}

/** True if an object may omit the field. */
export function isOptional({ schema }: SchemaNode): boolean {
  return schema.safeParse(undefined).success
}

/**
 * The kind of file that may be uploaded for a field with this name in the form: `terms[2].fileUrl` or
 * `footer.badges[0].image`. Undefined if the field accepts no file, or if the schema has no such field.
 */
export function uploadKindOf(schema: z.ZodType, fieldName: string): UploadKind | undefined {
  if (!FIELD_NAME.test(fieldName)) return undefined
  let node: SchemaNode | undefined = walkSchema(schema)
  for (const step of fieldName.match(STEP) ?? []) {
    node = step.startsWith('[') ? node?.element : node?.fields.get(step)
  }
  return node?.upload
}

/** The fields of a content that name an entry, without those of its lists: the id of the collection by the name of the field. */
export function ownReferences(schema: z.ZodType): [string, string][] {
  return [...walkSchema(schema).fields].flatMap(([name, { reference }]): [string, string][] =>
    reference === undefined ? [] : [[name, reference]],
  )
}

/**
 * The upload folder of each form field that accepts a document, by the field's name with `[]` for any index in a list:
 * `{ 'terms[].fileUrl': 'documents' }`.
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

/**
 * The width of the largest place of each image, by the name of its field with `[]` for any index in a list, in CSS
 * pixels: `{ 'slides[].image': 1440 }`. Without the images whose definition names none.
 */
export function imageWidths(schema: z.ZodType): Record<string, number> {
  return widthsBelow(walkSchema(schema), '')
}

function widthsBelow({ upload, fields, element }: SchemaNode, name: string): Record<string, number> {
  if (upload) return upload.accepts === 'image' && upload.width !== undefined ? { [name]: upload.width } : {}
  const below = [...fields].map(([key, field]) => widthsBelow(field, name ? `${name}.${key}` : key))
  if (element) below.push(widthsBelow(element, `${name}[]`))
  return Object.fromEntries(below.flatMap((widths) => Object.entries(widths)))
}

/** The label of each field by its name in a form, with `[]` for any index in a list: `{ 'rows[].name': 'Name' }`. */
export type FieldLabels = Readonly<Record<string, string>>

/** The labels that a form shows at the fields of the schema. */
export function fieldLabels(schema: z.ZodType): FieldLabels {
  const known = labels.get(schema)
  if (known) return known
  const found = labelsBelow(walkSchema(schema), '')
  labels.set(schema, found)
  return found
}

function labelsBelow({ label, fields, element }: SchemaNode, name: string): Record<string, string> {
  if (element) return labelsBelow(element, `${name}[]`)
  if (fields.size === 0) return label === undefined ? {} : { [name]: label }
  const below = [...fields].map(([key, field]) => labelsBelow(field, name ? `${name}.${key}` : key))
  return Object.fromEntries(below.flatMap((found) => Object.entries(found)))
}

/** Schemas never change, so each is read once. */
const labels = new WeakMap<z.ZodType, FieldLabels>()
const nodes = new WeakMap<z.ZodType, SchemaNode>()

const FIELD_NAME = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/
const STEP = /[^.[\]]+|\[\d+\]/g

/** The schema, then the schema that it wraps, and so on to the innermost one. */
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

/** Narrows zod's core type, the static type of a schema's parts, to `z.ZodType`. Throws for any other value. */
function asType(schema: unknown): z.ZodType {
  if (!(schema instanceof z.ZodType)) throw new Error('A part of the schema is not a zod schema')
  return schema
}
