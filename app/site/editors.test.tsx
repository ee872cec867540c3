import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ComponentType } from 'react'
import { parseWithZod } from '@conform-to/zod/v4'
import { fireEvent } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FORMAT_FIELD } from '#app/cms/define/define-section.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import definition from '#app/site.config.ts'
import { contentFormat } from '#app/cms/content/format/content-file.ts'
import {
  ContentForm,
  SectionIdContext,
  useContentForm,
  type EditorHandle,
} from '#app/cms/editing/form/content-form.tsx'
import { contentFields } from '#app/cms/platform/http/form-envelope.ts'
import { formPartOf } from '#app/cms/editing/server/form-part-of.ts'
import { fieldLabels, walkSchema, type FieldLabels, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages, productPageSchema } from '#app/site/sections/product-page/product-page.ts'
import { createTestSite } from '#test/create-test-site.ts'

/** Collections with lists in their forms. Of each, one entry stands for all: they share a form. */
const ENTRIES = [
  { collection: productPages, own: productPageSchema, key: 'hffr-compound' },
  { collection: grades, own: grades.schema.omit({ visibility: true }), key: 'pv-90-s' },
]

/** The order of entries and the focus points have no fields to type in. */
const sections = [
  ...definition.sections.filter(({ isOptional }) => isOptional !== true),
  ...ENTRIES.map(({ collection, own, key }) => ({ ...collection.entry(key), schema: own })),
]

const site = await createTestSite()
const { env } = site

interface EditorModule {
  default: ComponentType
  handle?: EditorHandle
}

const modules = Object.values(
  import.meta.glob<EditorModule>(['./sections/**/*-editor.tsx', './collections/grades/*-editor.tsx'], {
    eager: true,
  }),
)
interface SectionEditor {
  section: (typeof sections)[number]
  Fields: ComponentType
}

/** Each section with the editor whose form is checked by its schema. */
const editors = (await Promise.all(sections.map(editorOf))).flat()

async function editorOf(section: SectionEditor['section']): Promise<SectionEditor[]> {
  for (const { default: Fields, handle } of modules) {
    const of = ENTRIES.find(({ collection }) => collection.id === section.entry?.collection)
    const schema = of ? of.collection.schema : section.schema
    if ((await handle?.schema(section.id)) === schema) return [{ section, Fields }]
  }
  return []
}

test('every section has an editor', () => {
  const edited = new Set(editors.map(({ section }) => section.id))
  expect(sections.map(({ id }) => id).filter((id) => !edited.has(id))).toEqual([])
})

describe.each(editors.map((editor) => ({ id: editor.section.id, editor })))('$id', ({ editor }) => {
  const { schema, file } = editor.section
  const content = z.record(z.string(), z.unknown()).parse(readContent(file, schema))

  test('form: has a control for every field of the schema', () => {
    const posted = postedFields(editor, withBlankEntries(walkSchema(schema), content))
    const names = new Set([...posted.keys()].map(withoutPlaces))
    expect(fieldNames(walkSchema(schema)).filter((name) => !names.has(name))).toEqual([])
  })

  test('form: takes its labels from the schema, and says none of them again', () => {
    const labels = fieldLabels(schema)
    const marked = Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, `${label} by the schema`]))
    const filledIn = withBlankEntries(walkSchema(schema), content)
    const shown = [...openForm(editor, filledIn, marked).querySelectorAll('label')].map(({ control, firstChild }) => ({
      name: withoutPlaces(control?.getAttribute('name') ?? ''),
      label: firstChild?.textContent ?? '',
    }))
    expect(fieldNames(walkSchema(schema)).filter((name) => !/(?:^|\.)_id$/.test(name) && !(name in labels))).toEqual([])
    expect(shown.filter(({ label }) => label.endsWith(' by the schema'))).not.toEqual([])
    expect(shown.filter(({ name, label }) => label === labels[name])).toEqual([])
  })

  test.each([
    ['nothing', undefined],
    ['fields of other kinds', oddContent(content)],
  ])('form of %s, as of a file that does not fit: shown', (_name, value) => {
    const part = formPartOf(editor.section, value)
    expect([...postedFields(editor, part).keys()]).not.toEqual([])
  })

  test('form, sent as it is shown: the same content', () => {
    const submission = parseWithZod(contentFields(postedFields(editor, content), noNewEntries), { schema })
    expect(submission.status === 'success' ? submission.value : submission.error).toEqual(content)
  })
})

/** What a browser sends for the editor's form. All rows of its lists are opened first: a closed row has no controls. */
function postedFields(editor: SectionEditor, content: Record<string, unknown>) {
  return new FormData(openForm(editor, content, fieldLabels(editor.section.schema)))
}

function openForm(editor: SectionEditor, content: Record<string, unknown>, labels: FieldLabels) {
  const { container } = renderInRouter(<Editor editor={editor} content={content} labels={labels} />, {
    loaded: { products: [], pages: [], cardLists: [], pageGrades: undefined, units: {} },
  })
  openRows(container)
  const form = container.querySelector('form')
  if (!form) throw new Error('There is no form')
  return form
}

interface EditorProps {
  editor: SectionEditor
  content: Record<string, unknown>
  labels: FieldLabels
}

function Editor({ editor: { section, Fields }, content, labels }: EditorProps) {
  const form = useContentForm({
    id: 'editor',
    schema: () => Promise.resolve(section.schema),
    content,
    reply: undefined,
  })
  return (
    <ContentForm form={form} labels={labels} version="1" reply={undefined}>
      <SectionIdContext.Provider value={section.id}>
        <Fields />
      </SectionIdContext.Provider>
    </ContentForm>
  )
}

/** Replaces texts by lists, and lists and records by texts. */
function oddContent(content: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, typeof value === 'string' ? [value] : 'odd']),
  )
}

function openRows(container: Element) {
  const closed = [...container.querySelectorAll('details:not([data-opened]) > summary')]
  for (const summary of closed) {
    fireEvent.click(summary)
    summary.parentElement?.setAttribute('data-opened', '')
  }
  // The opened rows may contain lists.
  if (closed.length > 0) openRows(container)
}

function readContent(file: string, schema: z.ZodType) {
  const written = contentFormat(file).parse(readFileSync(path.join(env.contentDir, file), 'utf8')).value
  const { [FORMAT_FIELD]: _version, ...fields } = z.record(z.string(), z.unknown()).parse(written)
  return schema.parse(fields)
}

/** Names of a schema's fields as a form sends them, with `[]` for any index of a list: `footer.links[].text`. */
function fieldNames({ inner, fields, element }: SchemaNode, name = ''): string[] {
  if (element) return fieldNames(element, `${name}[]`)
  if (!(inner instanceof z.ZodObject)) return [name]
  return [...fields].flatMap(([key, field]) => fieldNames(field, name ? `${name}.${key}` : key))
}

function withoutPlaces(name: string) {
  return name.replace(/\[\d+\]/g, '[]')
}

/**
 * The content with one blank entry in each list that has none, so that the fields of its entries are shown, and with all
 * boxes ticked: a form does not have the others.
 */
function withBlankEntries({ fields }: SchemaNode, content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([...fields].map(([key, field]) => [key, filled(field, content[key])]))
}

function filled(node: SchemaNode, value: unknown): unknown {
  const { inner, element } = node
  if (inner instanceof z.ZodBoolean) return true
  if (inner instanceof z.ZodObject) return withBlankEntries(node, isRecord(value) ? value : {})
  if (!element) return value
  const entries: unknown[] = Array.isArray(value) && value.length > 0 ? value : [undefined]
  return entries.map((entry) => filled(element, entry))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function noNewEntries(): never {
  throw new Error('An entry has lost its _id')
}
