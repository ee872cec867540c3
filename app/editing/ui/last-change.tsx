/** When and by whom an entry of a list was last added or changed. */
export interface LastChange {
  /** ISO 8601. */
  time: string
  /** The time in words. */
  when: string
  author: string
}

/** The last change as a cell of a table shows it; a dash where the history does not tell. */
export function LastChangeText({ change }: { change: LastChange | undefined }) {
  if (!change) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="vh">Not known</span>
      </>
    )
  }
  return (
    <>
      <time dateTime={change.time}>{change.when}</time>
      <span className="data-table__sub">{change.author}</span>
    </>
  )
}
