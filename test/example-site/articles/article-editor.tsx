import { useFormMetadata } from '@conform-to/react'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import type { Article } from './articles.ts'

export const handle: EditorHandle = { schema: async () => (await import('./articles.ts')).articles.schema }

export default function ArticleFields() {
  const fields = useFormMetadata<Article>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <TextField field={fields.date} type="date" />
      <TextAreaField field={fields.lead} rows={2} />
      <ImageField field={fields.image} alt={fields.imageAlt} label="image of the article" wide />
      <MarkdownField field={fields.body} />
      <EntryList
        list={fields.documents}
        noun="document"
        empty="No document."
        summarise={(document) => ({ title: document.getFieldset().title.value })}
      >
        {(document) => {
          const { _id, title, fileUrl } = document.getFieldset()
          return (
            <>
              <HiddenField field={_id} />
              <TextField field={title} />
              <FileField field={fileUrl} accepts="pdf" />
            </>
          )
        }}
      </EntryList>
      <EntryList
        list={fields.films}
        noun="film"
        empty="No film."
        summarise={(film) => ({ title: film.getFieldset().title.value })}
      >
        {(film) => {
          const { _id, title, video, captions, poster } = film.getFieldset()
          return (
            <>
              <HiddenField field={_id} />
              <TextField field={title} />
              <FileField field={video} accepts="mp4" />
              <FileField field={captions} accepts="vtt" />
              <ImageField field={poster} label={`poster of ${title.value ?? 'the film'}`} optional={false} />
            </>
          )
        }}
      </EntryList>
    </>
  )
}
