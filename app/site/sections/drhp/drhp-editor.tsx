import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { FieldGroup, PageHeadFields, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { DisclaimerFields } from '#app/site/sections/offer/disclaimer-fields.tsx'
import type { Drhp, Film } from './drhp.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./drhp.ts')).drhp.schema }

/** Fields of the disclaimer, which visitors see first, and of the page of the draft prospectus. */
export default function DrhpEditor() {
  const fields = useFormMetadata<Drhp>().getFieldset()
  return (
    <>
      <DisclaimerFields
        fields={fields.disclaimer.getFieldset()}
        note="Shown before the page, and before each download of the draft. Legal counsel must approve every change"
        leadHelp="Should name the draft prospectus and its date"
        confirmHelp="Shows the page, or starts the download"
      />
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Films" note="About the offer, one for each language">
        <FilmList list={fields.films} />
      </FieldGroup>
      <FieldGroup legend="Facts" note="Below “About the draft”">
        <TableList list={fields.facts} noun="fact" pastes>
          {(fact) => {
            const { _id, name, text } = fact.getFieldset()
            return [
              <HiddenField key="_id" field={_id} />,
              <TextField key="name" field={name} />,
              <TextField key="text" field={text} />,
            ]
          }}
        </TableList>
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
