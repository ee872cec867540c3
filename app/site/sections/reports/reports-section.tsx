import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { Disclosure } from '#app/site/ui/disclosure.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import type { Report } from './reports.ts'
import './reports-section.css'

/** A report with the day on which it was disclosed. */
type ShownReport = Pick<Report, '_id' | 'year' | 'title' | 'fileUrl' | 'date'>

/** The reports as cards, three per row. */
export function ReportsDisclosure({ reports }: { reports: readonly ShownReport[] }) {
  return (
    <Disclosure id="reports" title="Reports" meta={reports.length === 1 ? '1 report' : `${reports.length} reports`}>
      {reports.length === 0 ? (
        <p className="none">Nothing has been published here yet.</p>
      ) : (
        <ul className="reports">
          {reports.map((report) => (
            <ReportCard key={report._id} {...report} />
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

function ReportCard({ year, title, fileUrl, date }: ShownReport) {
  const info = useDocumentInfo(fileUrl)
  return (
    <li className="report">
      <h3 className="report__year">{year}</h3>
      <p className="report__title">{title}</p>
      <p className="report__meta">
        PDF{info ? `, ${formatBytes(info.bytes)}` : !fileUrl.startsWith('/') && ', External'}
        {date !== '' && (
          <>
            <br />
            <time dateTime={date}>{formatDay(date)}</time>
          </>
        )}
      </p>
      {/* The browser opens the file in a new tab; JavaScript also saves it. Without it, the tab offers to save it. */}
      <a
        className="report__link"
        href={fileUrl}
        target="_blank"
        rel="noopener"
        onClick={() => {
          saveFile(fileUrl)
        }}
      >
        <span>
          Download Report<span className="visually-hidden"> {year}, opens in a new tab</span>
        </span>{' '}
        <Icon name="download" />
      </a>
    </li>
  )
}

/** Makes the browser save a file of ours. Does nothing for another site's file: only that site can request the save. */
function saveFile(address: string) {
  if (!address.startsWith('/')) return
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
