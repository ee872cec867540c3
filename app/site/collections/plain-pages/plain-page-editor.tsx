import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import { TitledDocumentList } from '#app/site/sections/shared/titled-document-list.tsx'
import type { PlainPage } from './plain-pages.ts'

export const handle: EditorHandle = { schema: async () => (await import('./plain-pages.ts')).plainPages.schema }

const MENUS = [
  { value: 'none', label: 'None: visitors come by links in other texts' },
  { value: 'footer', label: 'Footer: at the end of every page' },
]

const LAYOUTS = [
  { value: 'text', label: 'Text' },
  {
    value: 'questions',
    label: 'Questions and answers: each heading is a question, which visitors unfold; larger headings make groups',
  },
]

/** Fields of a plain page, in the order of the page. */
export default function PlainPageEditor() {
  const fields = useFormMetadata<PlainPage>().getFieldset()
  return (
    <>
      <FieldGroup legend="Top of the page">
        <TextField field={fields.title} />
        <TextAreaField
          field={fields.lead}
          rows={2}
          optional
          help="Below the title. Search engines show it with the page"
        />
        <SelectField field={fields.menu} options={MENUS} />
        <SelectField field={fields.layout} options={LAYOUTS} />
      </FieldGroup>
      <FieldGroup legend="Text" wide>
        <MarkdownField field={fields.body} />
      </FieldGroup>
      <FieldGroup legend="Documents" note="PDFs to download, below the text">
        <TitledDocumentList
          list={fields.documents}
          noun="document"
          empty="No documents yet. The page does not show this part."
        />
      </FieldGroup>
    </>
  )
}
