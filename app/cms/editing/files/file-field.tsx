import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { DocumentLink } from './stored-files.tsx'
import { useFieldLabel } from '#app/cms/editing/fields/field-labels.ts'
import { Fold } from '#app/cms/editing/fields/fold.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { Field, type FieldProps } from '#app/cms/editing/fields/field.tsx'
import type { DocumentKind } from '#app/cms/define/upload-kind.ts'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import { uploadNameOf } from '#app/cms/platform/http/form-envelope.ts'
import { LibraryButton } from './library-button.tsx'
import { LIBRARY_PATH } from './uploads.ts'
import { UploadButton, UploadStatus } from './upload-status.tsx'
import { useFileChoice } from './use-file-choice.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'

interface FileFieldProps extends FieldProps {
  /** The kinds of files that the schema of the field accepts. */
  accepts: DocumentKind | readonly DocumentKind[]
}

/**
 * A document, film or other file of the content: uploaded from the computer, chosen from the library, or a typed
 * address, such as one of a stock exchange; the field holds its address. Without JavaScript the file is sent with the form.
 */
export function FileField({ field, accepts, help = helpOn(accepts), optional = false, ...props }: FileFieldProps) {
  const ownLabel = useFieldLabel(field.name)
  const { label = ownLabel } = props
  const choice = useFileChoice(field, accepts)
  const isHydrated = useHydrated()
  return (
    <Field field={field} label={label} optional={optional} {...(help !== '' && { help })}>
      {(control) => (
        <div className="filefield">
          {choice.value.startsWith('/') && (
            <p className="filefield__now">
              <Icon name="report" />
              <span>
                <DocumentLink href={choice.value} />
              </span>
            </p>
          )}
          <div className="filefield__act">
            <UploadButton
              id={`${control.id}-upload`}
              name={uploadNameOf(control.name)}
              form={control.form}
              accepts={accepts}
              label={choice.value === '' ? 'Upload' : 'Replace'}
              of={label}
              inputRef={choice.fileRef}
              isSending={choice.isSending}
              onChoose={choice.beginUpload}
            />
            {isHydrated ? (
              <LibraryButton accepts={accepts} of={label} chosen={choice.value} onChoose={choice.choose} />
            ) : (
              <a href={`${LIBRARY_PATH}?kind=document`} target="_blank" rel="noopener">
                Open the library <span className="visually-hidden">(opens in a new tab)</span>
              </a>
            )}
          </div>
          <UploadStatus id={`${control.id}-upload-error`} {...choice.status} />
          {/* A file of ours is known by its name. Any other one is its address. */}
          <Fold
            className="filefield__address"
            opens={(choice.value !== '' && !choice.value.startsWith('/')) || field.errors !== undefined}
            summary={
              <>
                Address <span className="visually-hidden">of {label}</span>
              </>
            }
          >
            <input
              {...control}
              ref={choice.valueRef}
              type="text"
              inputMode="url"
              value={choice.value}
              onChange={(event) => {
                choice.setValue(event.currentTarget.value)
              }}
            />
          </Fold>
        </div>
      )}
    </Field>
  )
}

function helpOn(accepts: DocumentKind | readonly DocumentKind[]) {
  const kinds = [accepts].flat()
  const upload = kinds
    .map((kind) => `${FILE_KINDS[kind].words}, up to ${formatLimit(FILE_KINDS[kind].maxBytes)}`)
    .join('; ')
  return kinds.includes('pdf') ? `${upload}, or an address that starts with https://` : upload
}
