import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FactList } from '#app/cms/editing/lists/inline-list.tsx'
import { FieldGroup, PageHeadFields, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { TextAreaField, TextField, HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import { TitledTextList, EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { Drhp, Disclaimer, Film } from './drhp.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./drhp.ts')).drhp.schema }

/** Fields of the disclaimer, which visitors see first, and of the page of the draft prospectus. */
export default function DrhpEditor() {
  const fields = useFormMetadata<Drhp>().getFieldset()
  return (
    <>
      <DisclaimerFields disclaimer={fields.disclaimer} />
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Films" note="About the offer, one for each language">
        <FilmList list={fields.films} />
      </FieldGroup>
      <FieldGroup legend="Facts" note="Below “About the draft”">
        <FactList list={fields.facts} />
      </FieldGroup>
    </>
  )
}

/** Fields of the disclaimer, which a visitor has to confirm before the page is shown. */
function DisclaimerFields({ disclaimer }: { disclaimer: FieldMetadata<Disclaimer> }) {
  const fields = disclaimer.getFieldset()
  return (
    <>
      <FieldGroup legend="Disclaimer" note="Shown before the page. Legal counsel must approve every change">
        <TextField field={fields.title} />
        <TextAreaField field={fields.lead} rows={2} help="Names the draft prospectus and its date" />
        <TitledTextList
          list={fields.paragraphs}
          noun="paragraph"
          rows={6}
          min={1}
          fieldsOf={(paragraph) => {
            const { _id, title, text } = paragraph.getFieldset()
            return { _id, title, text }
          }}
        />
        <TextField field={fields.note} help="Shown beside the buttons. Explains what it means to confirm" />
      </FieldGroup>
      <FieldGroup legend="Answers" note="The two buttons of the disclaimer">
        <TextField field={fields.confirmLabel} label="Button that confirms" help="Shows the page" />
        <div className="two">
          <TextField field={fields.declineLabel} label="Button that declines" help="Opens the address below" />
          <LinkField field={fields.declineUrl} />
        </div>
      </FieldGroup>
    </>
  )
}

/** The films about the offer. */
function FilmList({ list }: { list: FieldMetadata<Film[]> }) {
  return (
    <EntryList
      list={list}
      noun="film"
      summarise={(film) => {
        const { title, note, poster } = film.getFieldset()
        return { title: title.value, note: note.value ?? '', image: poster.value ?? '' }
      }}
    >
      {(film) => <FilmFields film={film} />}
    </EntryList>
  )
}

function FilmFields({ film }: { film: FieldMetadata<Film> }) {
  const { _id, title, language, note, video, captions, poster } = film.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <div className="two">
        <TextField field={title} help="The name of the language, as visitors see it" />
        <TextField field={language} help="For players and screen readers: en, hi, mr" />
      </div>
      <TextField field={note} help="Length and type, such as 3 minutes, with captions" />
      <FileField field={video} accepts="mp4" />
      <FileField field={captions} accepts="vtt" help="The spoken words as text, in the language of the film" />
      <SubGroup legend="Poster" note="The image that is shown before the film starts">
        <ImageField field={poster} label={`poster of ${title.value ?? 'the new film'}`} optional={false} />
      </SubGroup>
    </>
  )
}
