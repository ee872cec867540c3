import { Link } from '@remix-run/react'
import { useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { DefinitionRow } from '#app/site/ui/definition-rows.tsx'
import { fileLinkAttributes, fileType } from '#app/site/collections/documents/file-type.ts'
import { PERIODS, type Period } from '#app/site/collections/documents/financial-period.ts'
import { RESULT_COLUMNS, RESULT_KINDS } from '#app/site/collections/documents/result-kinds.ts'
import type { ResultDocument, ResultPeriod, ResultYear } from './results-centre.ts'
import './results-table.css'

interface ResultsTableProps {
  years: readonly ResultYear[]
}

/** The documents on the results, year by year: a row for each period, a column for each group of kinds that there is. */
export function ResultsTable({ years }: ResultsTableProps) {
  const periods = years.flatMap((year) => year.periods)
  const isUsed = ({ kind }: (typeof RESULT_KINDS)[number]) => periods.some(({ documents }) => documents[kind]?.length)
  const columns = [PERIOD_COLUMN, ...KIND_COLUMNS.filter(({ kinds }) => kinds.some(isUsed))]
  return years.map(({ financialYear, periods: ofYear }) => (
    <DefinitionRow key={financialYear} id={`year-${financialYear}`} label={financialYear}>
      <DataTable
        caption={`Documents on the results of ${financialYear}`}
        className="results"
        columns={columns}
        rows={ofYear}
        rowKey={({ period }) => period}
      />
    </DefinitionRow>
  ))
}

const PERIOD_COLUMN: DataColumn<ResultPeriod> = {
  title: 'Period',
  cell: ({ financialYear, period }) => (
    <>
      {PERIOD_NAMES[period]} <span className="visually-hidden">{financialYear}</span>
      <span className="results__months">{monthsOf(period)}</span>
    </>
  ),
}

const KIND_COLUMNS = RESULT_COLUMNS.map((title) => {
  const kinds = RESULT_KINDS.filter(({ column }) => column === title)
  return {
    title,
    kinds,
    cell: ({ documents }: ResultPeriod) => (
      <Cell
        entries={kinds.flatMap(({ kind, ...named }) =>
          (documents[kind] ?? []).map((document) => ({ document, ...named })),
        )}
      />
    ),
  }
})

const PERIOD_NAMES: Record<Period, string> = {
  ...{ year: 'Year', h1: 'Half 1', h2: 'Half 2' },
  ...{ q1: 'Quarter 1', q2: 'Quarter 2', q3: 'Quarter 3', q4: 'Quarter 4' },
}

/** `April to June`. */
function monthsOf(period: Period) {
  return PERIODS[period].split(', ')[1] ?? 'April to March'
}

interface CellEntry {
  document: ResultDocument
  /** Tells its kind from the others of its column. */
  name?: string
}

function Cell({ entries }: { entries: readonly CellEntry[] }) {
  if (entries.length === 0) {
    return (
      <span className="results__none">
        <span className="visually-hidden">None</span>
      </span>
    )
  }
  return (
    <ul className="results__files">
      {entries.map(({ document: { slug, title, fileUrl, date, language, files, watch }, name }) => (
        <li key={slug}>
          {name !== undefined && <span className="results__name">{name}</span>}
          <span className="results__links">
            <FileLink
              href={fileUrl}
              title={title}
              {...(entries.filter((one) => one.name === name).length > 1 && { isNamed: true })}
            />
            {files.map((file) => (
              <FileLink
                key={file.fileUrl}
                href={file.fileUrl}
                title={file.title}
                isNamed={
                  [{ fileUrl }, ...files].filter((one) => fileType(one.fileUrl) === fileType(file.fileUrl)).length > 1
                }
              />
            ))}
            {watch !== undefined && (
              <Link to={watch}>
                Watch<span className="visually-hidden"> {title}</span>
              </Link>
            )}
          </span>
          <span className="results__date">
            {language !== 'en' && `${languageName(language)}, `}
            <time dateTime={date}>{formatDay(date)}</time>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `Hindi` for `hi` and `hi-IN`. */
function languageName(code: string) {
  return languages.of(code.split('-')[0] ?? code)
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

interface FileLinkProps {
  href: string
  title: string
  /** True if its title is shown, because its type does not tell it from the other files of the cell. */
  isNamed?: boolean
}

/** A file by its type and size. Its title is read aloud, and shown if the type says too little. */
function FileLink({ href, title, isNamed = false }: FileLinkProps) {
  const info = useDocumentInfo(href)
  const isOurs = href.startsWith('/')
  return (
    <a href={href} {...fileLinkAttributes(href)}>
      <span className={isNamed ? undefined : 'visually-hidden'}>{title}, </span>
      <span>
        {fileType(href)}
        {isOurs ? info && `, ${formatBytes(info.bytes)}` : ', external'}
      </span>
      {!isOurs && (
        <>
          {' '}
          <Icon name="out" />
          <span className="visually-hidden">, opens in a new tab</span>
        </>
      )}
    </a>
  )
}
