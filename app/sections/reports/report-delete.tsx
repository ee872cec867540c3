import { Form, Link, useNavigation } from '@remix-run/react'
import { DeleteButton, PageDialog } from '#app/editing/ui/dialog.tsx'
import type { YearlyDocument } from './yearly-document.ts'

interface ReportDeleteProps {
  report: YearlyDocument
  /** Version of the section the report was read from. */
  version: string
  /** This question's own address, and the table behind it. */
  href: string
  closeTo: string
}

const FORM_ID = 'delete-report'

/** Asks whether to delete a report: a dialog over the table, or a page of its own without a script. */
export function ReportDelete({ report: { year, title }, version, href, closeTo }: ReportDeleteProps) {
  const isDeleting = useNavigation().formAction !== undefined
  return (
    <PageDialog title="Delete report" closeTo={closeTo}>
      <div className="dialog__body">
        <p>Are you sure you want to delete this report?</p>
        <p>
          <b>{year}</b> {title}
        </p>
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <Link className="btn" to={closeTo} preventScrollReset>
          Cancel
        </Link>
        <DeleteButton form={FORM_ID} label="Delete" />
      </footer>
      <Form
        id={FORM_ID}
        method="post"
        action={href}
        preventScrollReset
        hidden
        onSubmit={(event) => {
          // A second click would meet the first one's version and look like someone else's edit.
          if (isDeleting) event.preventDefault()
        }}
      >
        <input type="hidden" name="version" value={version} />
      </Form>
    </PageDialog>
  )
}
