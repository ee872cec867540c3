import { Form, Link } from '@remix-run/react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { Empty } from '#app/cms/editing/ui/empty.tsx'

interface RemovedEntriesProps {
  rows: readonly {
    key: string
    title: string
    href: string
    edit: { id: string; author: string; time: string; when: string } | undefined
  }[]
  noun: string
  /** False for a person who may not publish. */
  mayRestore: boolean
}

/** The entries that were removed, by whom and when, with a button that restores each. */
export function RemovedEntries({ rows, noun, mayRestore }: RemovedEntriesProps) {
  if (rows.length === 0) return <Empty title={`No ${noun} was removed`}>What you remove can be restored here.</Empty>
  return (
    <table className="data-table collection-table">
      <caption className="visually-hidden">Removed</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Removed</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, href, edit }) => (
          <tr key={key}>
            <th scope="row">
              <Link to={href}>{title}</Link>
            </th>
            <td>
              {edit && (
                <>
                  {edit.author}, <time dateTime={edit.time}>{edit.when}</time>
                </>
              )}
            </td>
            <td className="entry-act">
              {edit && mayRestore && (
                <Form method="post" action={href} preventScrollReset>
                  <input type="hidden" name="entry" value={edit.id} />
                  <button className="btn" name="intent" value={contentIntents.restore}>
                    Restore<span className="visually-hidden"> {title}</span>
                  </button>
                </Form>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
