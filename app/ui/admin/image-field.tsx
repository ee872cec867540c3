import type { FieldMetadata } from '@conform-to/react'
import { FieldError, OtherValue } from './field.tsx'
import { uploadNameOf } from './form-envelope.ts'
import { formatBytes } from './format.ts'
import { ImageChooser } from './image-chooser.tsx'
import { useImageLibrary } from './image-library.tsx'
import { useOtherValue } from './conflict-context.tsx'
import { TextField } from './text-fields.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { UploadButton } from './upload-button.tsx'
import { useImageChoice, type Upload } from './use-image-choice.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface ImageFieldProps {
  field: FieldMetadata<string>
  /** What the image is of, for its buttons: `Image of XLPE Compound`. */
  label: string
  /** The field of the alternative text, where the section has one. */
  alt?: FieldMetadata<string>
  /** False where an image is needed, so that it can be replaced but not removed. */
  optional?: boolean
  /** Shows the image across the whole width. */
  wide?: boolean
}

/**
 * An image of the content: what it is now, a new one from the computer, another from the library, or none. The value is
 * the stored file name. Without a script the file goes along with the form and the name is typed or picked from a list.
 */
export function ImageField({ field, label, alt, optional = true, wide = false }: ImageFieldProps) {
  const { file, upload, inputKey, valueRef, choose, chooseUpload } = useImageChoice(field)
  const isHydrated = useHydrated()
  const otherValue = useOtherValue(field.name)
  const otherId = `${field.id}-other`
  const describedBy = [field.errors && field.errorId, otherValue !== undefined && otherId].filter(
    (id) => typeof id === 'string',
  )
  const hasImage = file !== '' || upload !== undefined
  const isChanged = field.dirty || upload !== undefined
  return (
    <div
      className={[
        'imagefield',
        wide && 'imagefield--wide',
        isChanged && 'imagefield--changed',
        field.errors && 'imagefield--bad',
      ]
        .filter(Boolean)
        .join(' ')}
      role="group"
      aria-label={label}
      aria-describedby={describedBy.join(' ') || undefined}
    >
      <ImagePreview file={file} upload={upload} wide={wide} label={label} />
      <div className="imagefield__body">
        <ImageFacts file={file} upload={upload} changed={isChanged} />
        {alt && <TextField field={alt} label="Alternative text" optional />}
        <div className="imagefield__act">
          <UploadButton
            key={inputKey}
            id={field.id}
            name={uploadNameOf(field.name)}
            form={field.formId}
            label={hasImage ? 'Replace' : 'Upload'}
            of={label}
            invalid={field.errors !== undefined}
            describedBy={field.errorId}
            onChoose={chooseUpload}
          />
          <ImageChooser field={field} label={label} file={file} onChoose={choose} valueRef={valueRef} />
          {isHydrated && optional && hasImage && (
            <button
              className="btn btn--ghost"
              type="button"
              onClick={() => {
                choose('')
              }}
            >
              Remove <span className="vh">{label}</span>
            </button>
          )}
        </div>
        {field.errors && <FieldError id={field.errorId} errors={field.errors} />}
        {otherValue !== undefined && <OtherValue id={otherId} value={otherValue} />}
      </div>
    </div>
  )
}

interface PreviewProps {
  file: string
  upload: Upload | undefined
  wide: boolean
  label: string
}

function ImagePreview({ file, upload, wide, label }: PreviewProps) {
  if (upload) return <img className="imagefield__image" src={upload.url} alt={`Chosen file for ${label}`} />
  if (file === '') {
    return (
      <span className="imagefield__none">
        <Icon name="image" />
        No image
      </span>
    )
  }
  return <Thumbnail className="imagefield__image" file={file} width={wide ? 640 : 160} alt={`Current ${label}`} />
}

function ImageFacts({ file, upload, changed }: { file: string; upload: Upload | undefined; changed: boolean }) {
  const stored = useImageLibrary().find((image) => image.file === file)
  if (!upload && file === '') return null
  return (
    <p className="imagefield__name">
      <b>{upload ? upload.name : file}</b> {changed && <span className="chip">Changed</span>}
      {upload && <span>{formatBytes(upload.bytes)}, sent when you save</span>}
      {!upload && stored && (
        <span>
          {stored.width} × {stored.height}, {formatBytes(stored.bytes)}
        </span>
      )}
    </p>
  )
}
