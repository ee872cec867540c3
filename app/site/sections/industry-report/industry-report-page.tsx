import { bindLastWords } from '#app/site/ui/text.tsx'
import type { DocumentOfPage } from '#app/site/sections/document-register/listed-document.ts'
import { PageDocument } from '#app/site/sections/shared/document-row.tsx'
import { DefinitionRows, DefinitionRow, WholeRow } from '#app/site/ui/definition-rows.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import type { IndustryReport, ReportFigure } from './industry-report.ts'
import './industry-report-page.css'

/** The report to download, its chapters, and the basis of its figures. */
export function IndustryReportPage({
  content,
  document,
  cover,
}: {
  content: IndustryReport
  document: DocumentOfPage | undefined
  cover: string
}) {
  return (
    <DefinitionRows>
      <WholeRow id="report" label="Report">
        <PageDocument document={document} cover={cover}>
          <ReportFigures {...content} />
        </PageDocument>
      </WholeRow>
      {content.chapters.length > 0 && (
        <DefinitionRow id="chapters" label="What it covers">
          <ol className="chapters">
            {content.chapters.map(({ _id, title, description }) => (
              <li key={_id}>
                <h3>{title}</h3>
                <p>{bindLastWords(description)}</p>
              </li>
            ))}
          </ol>
        </DefinitionRow>
      )}
      <DefinitionRow id="basis" label="Basis of the report">
        <p className="report-basis">{bindLastWords(content.basis)}</p>
      </DefinitionRow>
    </DefinitionRows>
  )
}

/** The most important figures of the report. Nothing without any. */
function ReportFigures({ before, latest, forecast, figures, figuresNote }: IndustryReport) {
  if (figures.length === 0) return null
  const columns: DataColumn<ReportFigure>[] = [
    { title: 'Market', cell: ({ name }) => name },
    { title: before, kind: 'figures', cell: (figure) => figure.before },
    { title: latest, kind: 'figures', cell: (figure) => figure.latest },
    { title: forecast, kind: 'figures', cell: (figure) => figure.forecast },
    { title: growthTitle(latest, forecast), kind: 'figures', cell: ({ growth }) => growth },
  ]
  return (
    <section className="report-figures__part" aria-labelledby="report-figures-title">
      <h2 id="report-figures-title">Figures of the report</h2>
      {figuresNote !== '' && <p className="report-figures__note">{bindLastWords(figuresNote)}</p>}
      <DataTable
        caption="Figures of the report"
        className="report-figures"
        columns={columns}
        rows={figures}
        rowKey={({ _id }) => _id}
      />
    </section>
  )
}

/** With the years of the columns that it compares, if their headings are years: `Growth a year, 2025-30`. */
function growthTitle(latest: string, forecast: string) {
  const areYears = [latest, forecast].every((heading) => /^\d{4}$/.test(heading))
  return areYears ? `Growth a year,\n${latest}-${forecast.slice(2)}` : 'Growth a year'
}
