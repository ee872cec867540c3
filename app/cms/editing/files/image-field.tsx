import type { FieldMetadata } from '@conform-to/react'
import type { RefObject } from 'react'
import { FieldError } from '#app/cms/editing/fields/plain-field.tsx'
import { uploadNameOf } from '#app/cms/platform/http/form-envelope.ts'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { useIsChanged } from '#app/cms/editing/form/changed-field.ts'
import { useOtherValueNote } from '#app/cms/editing/fields/field.tsx'
import { useStoredFiles, Thumbnail } from './stored-files.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { hasVariants } from '#app/cms/media/media-address.ts'
import { UploadButton, UploadStatus } from './upload-status.tsx'
import { useFileChoice } from './use-file-choice.ts'
import { type Upload, LIBRARY_PATH } from './uploads.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { LibraryButton } from './library-button.tsx'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'

interface ImageFieldProps {
  field: FieldMetadata<string>
  /** Describes the image, for its buttons: `Image of Ada Lopez`. */
  label: string
  /** The field of the alternative text, if the section has one. */
  alt?: FieldMetadata<string>
  /** False if an image is required: it can then be replaced but not removed. */
  optional?: boolean
  /** Shows the image across the whole width. */
  wide?: boolean
}

/**
 * An image of the content. It can be replaced by one from the computer or from the library, or removed. The value is
 * the stored file name. Without JavaScript the file is sent with the form, and the name is typed.
 */
export function ImageField({ field, label, alt, optional = true, wide = false }: ImageFieldProps) {
  const choice = useFileChoice(field, 'image')
  const isHydrated = useHydrated()
  const otherValue = useOtherValueNote(field)
  const isChanged = useIsChanged(field)
  const describedBy = [field.errors && field.errorId, otherValue?.id].filter(Boolean)
  const hasImage = choice.value !== '' || choice.upload !== undefined
  return (
    <div
      className={[
        'imagefield',
        wide && 'imagefield--wide',
        optional && !hasImage && 'imagefield--none',
        isChanged && 'imagefield--changed',
        field.errors && 'imagefield--bad',
      ]
        .filter(Boolean)
        .join(' ')}
      role="group"
      aria-label={label}
      aria-describedby={describedBy.join(' ') || undefined}
    >
      {/* The picture itself can be clicked to replace it. */}
      <label className="imagefield__click" htmlFor={field.id}>
        <ImagePreview file={choice.value} upload={choice.upload} wide={wide} label={label} />
      </label>
      <div className="imagefield__body">
        <ImageFacts file={choice.value} field={field.name} changed={isChanged} />
        <UploadStatus id={`${field.id}-upload-error`} {...choice.status} />
        {alt && <TextField field={alt} optional help={ALT_HELP} />}
        <div className="imagefield__act">
          <UploadButton
            id={field.id}
            name={uploadNameOf(field.name)}
            form={field.formId}
            accepts="image"
            label={hasImage ? 'Replace' : 'Upload'}
            of={label}
            invalid={field.errors !== undefined}
            describedBy={field.errors && field.errorId}
            inputRef={choice.fileRef}
            isSending={choice.isSending}
            onChoose={choice.beginUpload}
          />
          <ImageChooser
            field={field}
            label={label}
            value={choice.value}
            onChoose={choice.choose}
            valueRef={choice.valueRef}
          />
          {isHydrated && optional && hasImage && (
            <button className="btn btn--ghost" type="button" onClick={choice.clear}>
              Remove <span className="visually-hidden">{label}</span>
            </button>
          )}
        </div>
        {field.errors && <FieldError id={field.errorId} errors={field.errors} />}
        {otherValue?.node}
      </div>
    </div>
  )
}

const ALT_HELP = 'What the picture shows, for people who cannot see it'

interface PreviewProps {
  file: string
  upload: Upload | undefined
  wide: boolean
  label: string
}

function ImagePreview({ file, upload, wide, label }: PreviewProps) {
  if (upload?.state === 'sending') {
    return <img className="imagefield__image" src={upload.preview} alt={`Chosen file for ${label}`} />
  }
  if (file === '') {
    return (
      <span className="imagefield__none">
        <Icon name="image" />
        No image
      </span>
    )
  }
  return (
    <Thumbnail
      className="imagefield__image"
      file={file}
      width={wide ? '(min-width: 48rem) 640px, 100vw' : '(min-width: 36rem) 160px, 100vw'}
      alt={`Current ${label}`}
    />
  )
}

function ImageFacts({ file, field, changed }: { file: string; field: string; changed: boolean }) {
  const { images, widthOf, setsFocus } = useStoredFiles()
  const stored = images[file]
  if (file === '') return null
  const needed = widthOf(field) ?? 0
  return (
    <p className="imagefield__name">
      <b>{file}</b> {changed && <span className="chip">Changed</span>}
      {stored && (
        <span>
          {`${stored.width}\u00a0×\u00a0${stored.height}`}, {formatBytes(stored.bytes)}
        </span>
      )}
      {stored && setsFocus && hasVariants(file) && (
        <a href={focusPath(file)} target="_blank" rel="noopener">
          Focus point<span className="visually-hidden"> of {file} (opens in a new tab)</span>
        </a>
      )}
      {stored && hasVariants(file) && stored.width < needed && (
        <span className="imagefield__small" role="status">
          Smaller than its place, which is up to {needed} pixels wide: it may look blurred.
        </span>
      )}
    </p>
  )
}

/** The screen that sets the part of the picture that stays visible when it is cropped. */
function focusPath(file: string) {
  return `${LIBRARY_PATH}/focus?file=${encodeURIComponent(file)}`
}

interface ImageChooserProps {
  field: FieldMetadata<string>
  /** Describes the image, for screen readers. */
  label: string
  value: string
  onChoose: (file: LibraryFile) => void
  valueRef: RefObject<HTMLInputElement>
}

/** The image's stored name: chosen from the library with JavaScript, typed without it. */
function ImageChooser({ field, label, value, onChoose, valueRef }: ImageChooserProps) {
  const isHydrated = useHydrated()
  const nameId = `${field.id}-file`
  if (isHydrated) {
    return (
      <>
        <input ref={valueRef} type="hidden" name={field.name} form={field.formId} value={value} />
        <LibraryButton accepts="image" of={label} chosen={value} onChoose={onChoose} />
      </>
    )
  }
  return (
    <details className="imagefield__choose">
      <summary className="btn">
        <Icon name="image" />
        Choose existing
      </summary>
      <div className="field">
        <label htmlFor={nameId}>File name</label>
        <input id={nameId} name={field.name} form={field.formId} defaultValue={value} />
        <p className="field__help">
          The{' '}
          <a href={LIBRARY_PATH} target="_blank" rel="noopener">
            library (opens in a new tab)
          </a>{' '}
          lists the file names. Leave the field empty for no image. If you also upload a file, the uploaded file is
          used.
        </p>
      </div>
    </details>
  )
}
