import { Icon } from '#app/ui/icon.tsx'

interface Fault {
  file: string
  line: number
  column: number
  message: string
}

/** The file of the section being edited cannot be read: what is shown is the last good version. */
export function FaultNotice({ fault: { file, line, column, message } }: { fault: Fault }) {
  return (
    <div className="status status--note">
      <Icon name="alert" />
      <p>
        <b>
          content/{file} cannot be used: line {line}, column {column}
        </b>
        <span>
          {message}. You are editing the last good version; saving replaces the file, which stays in the history.
        </span>
      </p>
    </div>
  )
}
