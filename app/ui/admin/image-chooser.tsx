import type { FieldMetadata } from '@conform-to/react'
import { useState, type RefObject } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { FILE_NAMES_ID } from './image-library.tsx'
import { ImagePicker } from './image-picker.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface ImageChooserProps {
  field: FieldMetadata<string>
  /** What the image is of, for screen readers. */
  label: string
  file: string
  onChoose: (file: string) => void
  valueRef: RefObject<HTMLInputElement>
}

/** The image's stored name: picked from pictures with a script, typed with suggestions without one. */
export function ImageChooser({ field, label, file, onChoose, valueRef }: ImageChooserProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isHydrated = useHydrated()
  const nameId = `${field.id}-file`
  if (!isHydrated) {
    return (
      <details className="imagefield__choose">
        <summary className="btn">
          <Icon name="image" />
          Choose existing
        </summary>
        <div className="field">
          <label htmlFor={nameId}>File name</label>
          <input id={nameId} name={field.name} form={field.formId} defaultValue={file} list={FILE_NAMES_ID} />
          <p className="field__help">Leave it empty for no image. A file chosen from your computer goes first.</p>
        </div>
      </details>
    )
  }
  return (
    <>
      <input ref={valueRef} type="hidden" name={field.name} form={field.formId} value={file} />
      <button
        className="btn"
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        <Icon name="image" />
        Choose existing <span className="vh">for {label}</span>
      </button>
      {isOpen && (
        <ImagePicker
          chosen={file}
          onChoose={onChoose}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}
