import type { FieldMetadata } from '@conform-to/react'
import type { RefObject } from 'react'
import { LibraryButton } from './library-button.tsx'
import type { LibraryFile } from '#app/media/library/library-file.ts'
import { LIBRARY_PATH } from './upload-file.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface ImageChooserProps {
  field: FieldMetadata<string>
  /** What the image is of, for screen readers. */
  label: string
  value: string
  onChoose: (file: LibraryFile) => void
  valueRef: RefObject<HTMLInputElement>
}

/** The image's stored name: picked from pictures with a script, typed without one. */
export function ImageChooser({ field, label, value, onChoose, valueRef }: ImageChooserProps) {
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
          shows the names. Leave it empty for no image. A file chosen from your computer goes first.
        </p>
      </div>
    </details>
  )
}
