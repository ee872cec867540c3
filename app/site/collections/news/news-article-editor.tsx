import { useFormMetadata } from '@conform-to/react'
import { useSearchParams } from '@remix-run/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { TitledDocumentList } from '#app/site/sections/shared/titled-document-list.tsx'
import type { NewsArticle } from './news-articles.ts'

export const handle: EditorHandle = { schema: async () => (await import('./news-articles.ts')).newsArticles.schema }

/** Fields of a news article, in the order of its page. */
export default function NewsArticleEditor() {
  const fields = useFormMetadata<NewsArticle>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Top of the page"
        note="The home page shows the newest three articles, the page /events and the feed all of them"
      >
        <TextField field={fields.title} />
        <div className="two">
          <TextField
            field={fields.date}
            type="date"
            help="Visitors read this day, and it orders the articles. It does not delay the publication"
          />
          <TextField
            field={fields.time}
            type="time"
            optional
            help="For readers of the feed, and for the order of articles of one day. Empty: 09:00"
          />
        </div>
        <FutureDay day={fields.date.value} />
        <TextField field={fields.place} optional help="Where it happened, before the date" />
        <TextAreaField field={fields.lead} rows={2} help="One or two sentences below the title, also in lists" />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the article" wide />
      </FieldGroup>
      <FieldGroup legend="Text" wide>
        <MarkdownField field={fields.body} />
      </FieldGroup>
      <FieldGroup legend="In the margin" note="One figure that the text proves, in large digits">
        <TextField field={fields.figure} optional help="For example 5 N/mm" />
        <TextField field={fields.figureText} optional help="One line below it" />
      </FieldGroup>
      <FieldGroup legend="Documents" note="PDFs to download, below the text">
        <TitledDocumentList
          list={fields.documents}
          noun="document"
          empty="No document. The page has none to download."
        />
      </FieldGroup>
    </>
  )
}

/** Visitors see an article from the moment it is published, whatever its day is. A release has its own time. */
function FutureDay({ day }: { day: string | undefined }) {
  const isInRelease = useSearchParams()[0].has('release')
  if (isInRelease || day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day) || day <= today()) return null
  return (
    <p className="hint" role="status">
      <b>{formatLongDay(day)} is in the future.</b> Visitors see the article as soon as it is published, with this day.
      To publish it later, save it as a draft and add the draft to a release with that time.
    </p>
  )
}
