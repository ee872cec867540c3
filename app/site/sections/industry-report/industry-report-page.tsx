import { bindLastWords } from '#app/site/ui/text.tsx'
import type { DocumentOfPage } from '#app/site/sections/document-register/listed-document.ts'
import { PageDocument } from '#app/site/sections/shared/document-row.tsx'
import { DefinitionRows, DefinitionRow, WholeRow } from '#app/site/ui/definition-rows.tsx'
import type { IndustryReport } from './industry-report.ts'
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
function ReportFigures({ figures, figuresNote }: Pick<IndustryReport, 'figures' | 'figuresNote'>) {
  if (figures.length === 0) return null
  return (
    <>
      <dl className="report-figures">
        {figures.map(({ _id, name, text }) => (
          <div key={_id}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {figuresNote !== '' && <p className="report-figures__note">{bindLastWords(figuresNote)}</p>}
    </>
  )
}
