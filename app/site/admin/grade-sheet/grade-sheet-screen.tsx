import type { MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { OptionalMark } from '#app/cms/editing/fields/field.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { StatusMessage } from '#app/cms/editing/ui/status-message.tsx'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { GRADE_SHEET } from '#app/site/collections/grades/grade-screens.ts'
import { sheetIntents } from './grade-sheet-intents.ts'
import { gradeSheetAction, gradeSheetLoader } from './grade-sheet.server.ts'
import { LeftOutColumns, SheetChanges, SheetProblems } from './sheet-preview.tsx'
import './grade-sheet.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = gradeSheetLoader
export const action = gradeSheetAction
export const clientAction = keepTyped(sheetIntents)

export const meta: MetaFunction = () => adminMeta(GRADE_SHEET.label)

const KEPT = keptIntents(sheetIntents)

/** Takes a spreadsheet of grades, after showing what each of its cells changes. */
export default function GradeSheetScreen() {
  const { mayPublish, needsApproval, copied } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const recovered = useRecoveredTexts(KEPT)
  const text = reply?.text ?? recovered?.['sheet'] ?? copied
  const preview = reply?.preview
  const mayTake = preview?.problems.length === 0 && preview.rows.length > 0
  const found = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const sentence = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (reply) (reply.sentenceError === undefined ? found : sentence).current?.focus()
    if (reply?.text === undefined) return
    // The rows of a file are in the field now, where they can be corrected.
    if (field.current) {
      field.current.value = reply.text
      field.current.scrollLeft = 0
      field.current.scrollTop = 0
    }
    if (file.current) file.current.value = ''
  }, [reply])
  return (
    <>
      <BackLink to="/admin/grades">Grades</BackLink>
      <PageHead title={GRADE_SHEET.label}>
        Paste a table of grades, or choose a CSV file. You see what each cell changes before anything is saved.
      </PageHead>
      {!reply && <Export />}
      <Form className="sheet" method="post" action={GRADE_SHEET.href} encType="multipart/form-data">
        <RecoveredTextsNotice intents={KEPT} />
        <section ref={found} tabIndex={-1} aria-label="What changes" className="sheet__found">
          <div role="alert">
            {reply?.failure !== undefined && <StatusMessage kind="failure" message={reply.failure} />}
            {preview && <SheetProblems preview={preview} leavesOut={reply.leavesOut} />}
          </div>
          {preview?.problems.length === 0 && (
            <LeftOutColumns unknown={preview.unknown} leavesOut={reply?.leavesOut === true} />
          )}
          {preview && <SheetChanges preview={preview} />}
          {mayTake && (
            <PlainField
              id="what-changed"
              label={
                <>
                  What changed <OptionalMark optional="Required if a value changes" />
                </>
              }
              errors={reply?.sentenceError === undefined ? undefined : [reply.sentenceError]}
              help="A published value, method or condition. One sentence for visitors: it goes into the next edition of each of these grades"
            >
              {(described) => (
                <input
                  ref={sentence}
                  id="what-changed"
                  name="what-changed"
                  maxLength={200}
                  defaultValue={reply?.whatChanged}
                  {...described}
                />
              )}
            </PlainField>
          )}
          {mayTake && (
            <div className="sheet__buttons">
              <input type="hidden" name="seen" value={preview.seen} />
              {mayPublish && (
                <button className="btn btn--primary" name="intent" value={sheetIntents.publish}>
                  Publish these changes
                </button>
              )}
              <button className={mayPublish ? 'btn' : 'btn btn--primary'} name="intent" value={sheetIntents.draft}>
                Create a release of drafts
              </button>
              <p className="field__help">
                {mayPublish
                  ? 'Everything becomes public at the same moment, and one button undoes it.'
                  : needsApproval
                    ? 'Grades need the approval of a second person: the release asks for it.'
                    : 'A person with the role Publisher or Administrator publishes the release.'}
              </p>
            </div>
          )}
        </section>
        <section className="panel" aria-labelledby="sheet-title">
          <header className="panel__head">
            <h2 id="sheet-title">The table</h2>
          </header>
          <div className="sheet__fields">
            <PlainField
              id="sheet"
              label="Rows from a spreadsheet"
              help="Copy the cells in Excel, LibreOffice or Google Sheets, with the line of headings, and paste them here."
            >
              {(described) => (
                <textarea
                  ref={field}
                  id="sheet"
                  name="sheet"
                  rows={8}
                  wrap="off"
                  spellCheck={false}
                  defaultValue={text}
                  onPaste={({ currentTarget }) => {
                    // The browser scrolls to the end of the last line.
                    requestAnimationFrame(() => {
                      currentTarget.scrollLeft = 0
                    })
                  }}
                  {...described}
                />
              )}
            </PlainField>
            <PlainField id="sheet-file" label="Or a CSV file" help="At most 1 MB and 2,000 rows">
              {(described) => (
                <input
                  ref={file}
                  id="sheet-file"
                  name="sheet-file"
                  type="file"
                  accept=".csv,.tsv,.txt,text/csv"
                  {...described}
                />
              )}
            </PlainField>
            <button className={mayTake ? 'btn' : 'btn btn--primary'} name="intent" value={sheetIntents.compare}>
              Show what changes
            </button>
            <HowItIsRead />
          </div>
        </section>
      </Form>
      {reply && <Export />}
    </>
  )
}

/** The grades as they are now, to be changed in a spreadsheet program. */
function Export() {
  const { products, product } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="export-title">
      <header className="panel__head">
        <h2 id="export-title">Start from the existing grades</h2>
      </header>
      <Form className="sheet__export" action={GRADE_SHEET.href} reloadDocument>
        <PlainField id="sheet-product" label="Grades">
          {(described) => (
            <select id="sheet-product" name="product" defaultValue={product} {...described}>
              <option value="">All grades</option>
              {products.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </PlainField>
        <div className="sheet__buttons">
          <button className="btn" formAction={`${GRADE_SHEET.href}.csv`}>
            Download CSV
          </button>
          <button className="btn" name="copy" value="yes">
            Show them below, to copy
          </button>
        </div>
      </Form>
    </section>
  )
}

function HowItIsRead() {
  return (
    <details className="sheet__help">
      <summary>How the table is read</summary>
      <ul>
        <li>
          <b>Headings</b> name a field, such as <code>Name</code>, <code>Product page</code>, <code>Layer</code> or{' '}
          <code>Standards</code>, or a property with its unit, its method and its condition:{' '}
          <code>Tensile strength [MPa] {'{IEC 60811-501}'} (23 °C)</code>. Columns may be in any order.
        </li>
        <li>
          <b>A row</b> belongs to the grade with its key, or else with its name. A name that no grade has makes a new
          grade. Grades that the table does not have stay as they are: no row ever removes a grade.
        </li>
        <li>
          <b>An empty cell</b> leaves the value as it is. <b>“–”</b> removes it.
        </li>
        <li>
          <b>Values</b> are numbers such as <code>15.5</code> or <code>15,5</code>, ranges such as <code>15.5–16</code>,
          bounds such as <code>≥ 12.5</code>, and <code>Passed</code>. They are typical, unless <code>(specified)</code>{' '}
          follows. Nothing is rounded. Zeros that a spreadsheet program has left out at the end change nothing: 0.4 is
          0.40.
        </li>
        <li>
          <b>Several things in a cell</b>, such as colours or standards, have semicolons between them. Certificates of
          standards stay.
        </li>
      </ul>
    </details>
  )
}
