import { useFormMetadata } from '@conform-to/react'
import { Outlet } from '@remix-run/react'
import { EntryViewsProvider, type EntryFields, type EntryViews } from '#app/cms/editing/entries/entry-views.tsx'
import { Field } from '#app/cms/editing/fields/field.tsx'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { DocumentLink } from '#app/cms/editing/files/stored-files.tsx'
import { PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import type { YearlyDocument } from './yearly-document.ts'
import './report-list.css'

/** The reports as visitors see them listed, newest first. */
export const reportViews: EntryViews<YearlyDocument> = {
  caption: 'Annual reports, newest first',
  shown: (
    <>
      shown on the <PublicLink href="/investors#reports">investors page</PublicLink>
    </>
  ),
  empty: (
    <>
      <b>No reports yet</b>
      Add the first report and its PDF. Visitors find reports below “Reports” on the investors page, newest year first.
    </>
  ),
  columns: [
    { title: 'Year', isRowHeader: true, cell: ({ year }) => year },
    {
      title: 'Title',
      cell: ({ title, fileUrl }) => (
        <>
          {title}
          <span className="data-table__sub">
            <DocumentLink href={fileUrl} />
          </span>
        </>
      ),
    },
  ],
  actions: 'Action',
  nameOf: ({ year }) => `report ${year}`,
  summaryOf: ({ year, title }) => (
    <>
      <b>{year}</b> {title}
    </>
  ),
}

export const reportFields: EntryFields = {
  Fields: ReportFields,
  schema: async () => (await import('./reports.ts')).reportForm,
}

/** Provides the screen of the reports with their views. */
export default function ReportList() {
  return (
    <EntryViewsProvider views={reportViews} fields={reportFields}>
      <Outlet />
    </EntryViewsProvider>
  )
}

/** Year, title, PDF and date side by side. */
function ReportFields() {
  const fields = useFormMetadata<YearlyDocument>().getFieldset()
  return (
    <div className="entry-fields report-fields">
      <HiddenField field={fields._id} />
      <Field field={fields.year}>
        {(control) => (
          // The row was opened by its button. Without JavaScript nothing else scrolls to it in a long table.
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          <input {...control} type="text" defaultValue={fields.year.initialValue} placeholder="2024-25" autoFocus />
        )}
      </Field>
      <TextField field={fields.title} />
      <FileField field={fields.fileUrl} label="PDF" accepts="pdf" />
      <TextField field={fields.date} type="date" optional help="Empty: the day on which it is first on the website" />
    </div>
  )
}
