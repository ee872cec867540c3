import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FileField } from '#app/editing/files/file-field.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { SubGroup } from '#app/editing/fields/field-groups.tsx'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'
import type { Film } from './drhp.ts'

/** The films about the offer. */
export function FilmList({ list }: { list: FieldMetadata<Film[]> }) {
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
        <TextField field={title} label="Title" help="The language, as visitors read it" />
        <TextField field={language} label="Language code" help="For players and screen readers: en, hi, mr" />
      </div>
      <TextField field={note} label="Note" help="Length and kind, such as 3 minutes, with captions" />
      <FileField field={video} label="Video" accepts="mp4" />
      <FileField field={captions} label="Captions" accepts="vtt" help="What is said, as text, in the film's language" />
      <SubGroup legend="Poster" note="The picture that stands there until the film is played">
        <ImageField field={poster} label={`poster of ${title.value ?? 'the new film'}`} optional={false} />
      </SubGroup>
    </>
  )
}
