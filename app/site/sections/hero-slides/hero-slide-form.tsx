import { useFormMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import {
  ContentForm,
  ContentFormMessages,
  useChangeCount,
  useIsSaving,
  useContentForm,
} from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { DeletedNotice } from '#app/cms/editing/form/notices.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { DISCARD_CHANGES, SaveButtons, UnsavedGuard } from '#app/cms/editing/form/save-bar.tsx'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import type { FieldLabels } from '#app/cms/define/walk-schema.ts'
import { slideId } from './slide-id.ts'
import type { HeroSlide } from './hero-slides.ts'

interface HeroSlideFormProps {
  /** The labels of its fields. */
  labels: FieldLabels
  /** The saved slide. A new slide has only its `_id`. */
  slide: Partial<HeroSlide> & Pick<HeroSlide, '_id'>
  /** Its index among the slides, from 0. */
  index: number
  /** Version of the section the slide was read from. */
  version: string
  reply: SaveReply | undefined
  /** Shown above the errors. */
  failedMessage: string
  /** Address of the form's own page; `closeTo` is that of the table behind it. */
  href: string
  closeTo: string
  /** `isDraft`: every save is a draft. `mayPublish`: the person may publish. */
  place: { isDraft: boolean; mayPublish: boolean }
  /** True if the slide was deleted in the meantime: the typed values can be added again. */
  isDeleted?: boolean
  /** Shown above the fields. */
  notice?: ReactNode
  /** A further action at the left of the foot. */
  children?: ReactNode
}

const loadSchema = async () => (await import('./hero-slides.ts')).heroSlide

/** Adds or changes one slide of the hero carousel: body and foot of a dialog. */
export function HeroSlideForm(props: HeroSlideFormProps) {
  const {
    labels,
    slide,
    index,
    version,
    reply,
    failedMessage,
    href,
    closeTo,
    place,
    isDeleted = false,
    notice,
    children,
  } = props
  const form = useContentForm({ id: 'slide', schema: loadSchema, content: slide, reply })
  const isSaving = useIsSaving()
  return (
    <PagePreview formId="slide" previewed={{ section: 'herocarousel', page: `/#${slideId(index)}` }}>
      <ContentForm
        form={form}
        labels={labels}
        version={version}
        reply={reply}
        enterIntent={place.isDraft ? contentIntents.draft : contentIntents.save}
      >
        <div className="dialog__body">
          {notice}
          {isDeleted && <DeletedNotice noun="slide" save={place.isDraft ? 'Save draft' : 'Save slide'} />}
          <ContentFormMessages reply={reply} failedMessage={failedMessage} href={href} />
          <HeroSlideFields key={form.key} />
        </div>
        <footer className="dialog__foot">
          {children}
          <span className="grow" />
          <PreviewButton />
          <Link className="btn" to={closeTo} state={DISCARD_CHANGES} preventScrollReset>
            Cancel
          </Link>
          <SaveButtons {...place} save="Save slide" />
        </footer>
        <SlideGuard slide={slide} isSaving={isSaving} />
      </ContentForm>
    </PagePreview>
  )
}

function HeroSlideFields() {
  const fields = useFormMetadata<HeroSlide>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
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

function SlideGuard({ slide, isSaving }: { slide: HeroSlideFormProps['slide']; isSaving: boolean }) {
  const isUnsaved = useChangeCount(slide) > 0
  return <UnsavedGuard isUnsaved={isUnsaved && !isSaving} />
}
