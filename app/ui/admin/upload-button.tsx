import { Icon } from '#app/ui/icon.tsx'

/** What the server takes: the same list decides there, by the file's content. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'

interface UploadButtonProps {
  id: string
  name: string
  form: string
  label: string
  /** What the image is of, for screen readers. */
  of: string
  invalid: boolean
  describedBy: string
  onChoose: (file: File | undefined) => void
}

/** A file input that looks like a button. It stays a real one: labelled, focusable, and sent with the form. */
export function UploadButton({ id, name, form, label, of, invalid, describedBy, onChoose }: UploadButtonProps) {
  return (
    <label className="btn filebtn" htmlFor={id}>
      <Icon name="swap" />
      {label} <span className="vh">{of}</span>
      <input
        id={id}
        type="file"
        name={name}
        form={form}
        accept={ACCEPTED}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={invalid ? describedBy : undefined}
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0])
        }}
      />
    </label>
  )
}
