import type { RefObject } from 'react'
import { FILE_KINDS, type FileKind } from '#app/media/library/file-kinds.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface UploadButtonProps {
  id: string
  /** Under which the file goes along with the form, without a script. */
  name: string
  form: string
  accepts: FileKind
  label: string
  /** What the file is of, for screen readers. */
  of: string
  invalid?: boolean
  describedBy?: string | undefined
  inputRef: RefObject<HTMLInputElement>
  /** A file is on its way: the form then counts as changed. */
  isSending: boolean
  onChoose: (file: File) => void
}

/** A file input that looks like a button. It stays a real one: labelled, focusable, and without a script sent with the form. */
export function UploadButton(props: UploadButtonProps) {
  const { id, name, form, accepts, label, of, invalid = false, describedBy, inputRef, isSending, onChoose } = props
  const isHydrated = useHydrated()
  return (
    <label className="btn filebtn" htmlFor={id}>
      <Icon name="swap" />
      {label} <span className="vh">{of}</span>
      {isSending && <input type="hidden" name={name} form={form} value="sending" />}
      <input
        id={id}
        ref={inputRef}
        type="file"
        name={isHydrated ? undefined : name}
        form={form}
        accept={FILE_KINDS[accepts].accept}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget: input }) => {
          const file = input.files?.[0]
          if (!file) return
          onChoose(file)
          // So that the same file can be chosen again.
          input.value = ''
        }}
      />
    </label>
  )
}
