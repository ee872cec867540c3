import { useFormMetadata } from '@conform-to/react'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { HeroSlide } from './hero-slides.ts'

export const handle: EditorHandle = { schema: async () => (await import('./hero-slides.ts')).heroSlides.schema }

export default function HeroSlideFields() {
  const fields = useFormMetadata<HeroSlide>().getFieldset()
  return (
    <>
      <ImageField field={fields.image} alt={fields.imageAlt} label="image of the slide" wide />
      <TextAreaField field={fields.title} help="Line breaks are shown on wide screens." />
      <TextAreaField field={fields.subtitle} rows={2} optional />
      <div className="two">
        <TextField field={fields.buttonText} optional />
        <TextField field={fields.buttonLink} optional />
      </div>
    </>
  )
}
