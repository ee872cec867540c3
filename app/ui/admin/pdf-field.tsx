import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { DocumentLink } from './document-link.tsx'
import { Field, FieldError } from './field.tsx'
import { uploadNameOf } from './form-envelope.ts'
import { useImageChoice } from './use-image-choice.ts'
import './pdf-field.css'

interface PdfFieldProps {
  /** Holds the address of the stored file. */
  field: FieldMetadata<string>
  label: string
  /** Bytes a file may have. */
  maxBytes: number
}

/**
 * A PDF of the content: the one that is there, named and linked, and a file input for another. The file goes along with
 * the form; one that is too large is turned away before it is sent, where a script runs.
 */
export function PdfField({ field, label, maxBytes }: PdfFieldProps) {
  const { file, upload, inputKey, valueRef, chooseUpload } = useImageChoice(field)
  const [tooLarge, setTooLarge] = useState<string>()
  const limit = `${Math.floor(maxBytes / 1024 / 1024)} MB`

  function chooseFile(input: HTMLInputElement) {
    const chosen = input.files?.[0]
    const isTooLarge = chosen !== undefined && chosen.size > maxBytes
    setTooLarge(isTooLarge ? chosen.name : undefined)
    chooseUpload(isTooLarge ? undefined : chosen)
    if (isTooLarge) input.value = ''
    // The form's state listens for events of the field, whose value the file takes the place of.
    valueRef.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Field field={field} label={label} help={`PDF, up to ${limit}`}>
      {(control) => (
        <>
          <input ref={valueRef} type="hidden" name={control.name} form={control.form} value={file} />
          <input
            key={inputKey}
            {...control}
            className="pdffield__input"
            name={uploadNameOf(control.name)}
            type="file"
            accept=".pdf,application/pdf"
            required={control.required && file === ''}
            onChange={(event) => {
              chooseFile(event.currentTarget)
            }}
          />
          <div role="alert">
            {tooLarge !== undefined && (
              <FieldError
                id={`${control.id}-too-large`}
                errors={[`“${tooLarge}” is larger than ${limit}. Save it with smaller images, then choose it again.`]}
              />
            )}
          </div>
          {file !== '' && (
            <p className="pdffield__now">
              {upload ? 'Replaces' : 'Current file'} <DocumentLink href={file} />
            </p>
          )}
        </>
      )}
    </Field>
  )
}
