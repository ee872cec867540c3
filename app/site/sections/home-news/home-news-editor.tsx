import { useFormMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { SectionHeadFields, FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { SelectField, TextAreaField } from '#app/cms/editing/fields/text-fields.tsx'
import { EVENT_KIND_OPTIONS } from '#app/site/collections/events/event-kinds.ts'
import { NEWS_ITEMS_SHOWN, type HomeNews } from './home-news.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import './home-news-editor.css'

export const handle: EditorHandle = { schema: async () => (await import('./home-news.ts')).homeNews.schema }

/** Fields of the news section of the home page. */
export default function HomeNewsEditor() {
  const fields = useFormMetadata<HomeNews>().getFieldset()
  return (
    <>
      <p className="hint">
        News with a day and a page of its own is written in <Link to="/admin/news-articles">News articles</Link>: the
        newest three appear in this section automatically. The timeline and the cards of the page /events are edited in{' '}
        <Link to="/admin/news">Events page</Link>
      </p>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <FieldGroup
        legend="News items"
        note={`The first ${NEWS_ITEMS_SHOWN} tiles are shown, the first one large. The newest articles fill the places left, or stand beside them. An item with the title of an article is left out`}
      >
        <EntryList
          list={fields.newsItems}
          noun="news item"
          addsAtTop
          summarise={(item) => {
            const { text, image } = item.getFieldset()
            return { title: text.value, image: image.value ?? '' }
          }}
        >
          {(item) => {
            const { text, kind, image, alt } = item.getFieldset()
            return (
              <>
                <TextAreaField field={text} />
                <SelectField
                  field={kind}
                  options={EVENT_KIND_OPTIONS}
                  help="The item has the days and the place of the next event of this kind, and leads to its card. “Other”: no event"
                />
                <div className="news-picture">
                  <ImageField field={image} alt={alt} label="image of the news item" />
                </div>
              </>
            )
          }}
        </EntryList>
      </FieldGroup>
    </>
  )
}
