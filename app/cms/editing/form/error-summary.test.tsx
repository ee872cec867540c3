import { useFormMetadata } from '@conform-to/react'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { fakeUploads } from '#test/fake-upload-request.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, ContentFormMessages, useContentForm } from './content-form.tsx'
import type { SaveReply } from './save-reply.ts'

const schema = z.object({
  date: z.string(),
  papers: z.array(z.object({ title: z.string(), fileUrl: z.string().optional() })),
})
const content = {
  date: '2026-11-29',
  papers: ['Results', 'Notice', 'Minutes'].map((title) => ({ title, fileUrl: '' })),
}

const rows = {
  list: 'papers',
  noun: 'paper',
  label: (row: unknown, at: number) => `${at + 1}, ${(row as { title: string }).title}`,
}

// Fields load it when the first file is chosen.
beforeAll(() => import('#app/cms/editing/files/upload-file.ts'))

let uploads: ReturnType<typeof fakeUploads>
beforeEach(() => {
  uploads = fakeUploads()
})

test('rows that the server refused: counted and named in their order, with links to them', () => {
  show({
    result: {
      status: 'error',
      initialValue: content,
      error: {
        'papers[2].fileUrl': ['Not a PDF'],
        date: ['Enter the date'],
        'papers[0].title': ['Enter a title'],
        'papers[0].fileUrl': ['Choose a file'],
      },
    },
    version: '1',
  })
  const summary = summaryOf('Nothing is saved yet. 2 papers were refused')
  expect([...summary.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Enter the date',
    '1, Results: Enter a title. Choose a file',
    '3, Minutes: Not a PDF',
  ])
  expect(screen.getByRole('link', { name: '3, Minutes' })).toHaveAttribute('href', '#papers-papers[2].fileUrl')
})

test('files that the server refused when they were chosen: counted once a save is held back, until they are put away', async () => {
  show()
  for (const name of ['Notice', 'Minutes']) {
    await userEvent.upload(screen.getByLabelText(`Upload ${name}`), new File(['x'], `${name}.pdf`))
    await uploads.last().respond(422, { problem: `“${name}.pdf” is not a PDF` })
  }
  expect(screen.queryByText(/refused/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save now' }))
  expect(summaryOf('Nothing is saved yet. 2 papers were refused')).toHaveTextContent(
    '3, Minutes: “Minutes.pdf” is not a PDF',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Continue without file Notice.pdf' }))
  summaryOf('Nothing is saved yet. 1 paper was refused')
  await userEvent.click(screen.getByRole('button', { name: 'Continue without file Minutes.pdf' }))
  expect(screen.queryByText(/refused/)).toBeNull()
})

test('a save that waits for a file which is then refused: held back as well, and says so', async () => {
  show()
  await userEvent.upload(screen.getByLabelText('Upload Notice'), new File(['x'], 'Notice.pdf'))
  await userEvent.click(screen.getByRole('button', { name: 'Save now' }))
  expect(screen.queryByText(/refused/)).toBeNull()
  await uploads.last().respond(422, { problem: '“Notice.pdf” is not a PDF' })
  summaryOf('Nothing is saved yet. 1 paper was refused')
  expect(screen.getByRole('button', { name: 'Continue without file Notice.pdf' })).toHaveFocus()
})

function summaryOf(title: string) {
  const summary = screen.getByText(title).closest<HTMLElement>('[role=alert]')
  if (!summary) throw new Error('The summary is not announced')
  return summary
}

function show(reply?: SaveReply) {
  return renderInRouter(<Example reply={reply} />)
}

function Example({ reply }: { reply: SaveReply | undefined }) {
  const form = useContentForm({ id: 'papers', schema: () => Promise.resolve(schema), content, reply })
  return (
    <StoredFilesProvider>
      <ContentForm form={form} labels={{}} version="1" reply={reply}>
        <ContentFormMessages reply={reply} failedMessage="Nothing is saved yet" rows={rows} />
        <Fields />
        <button>Save now</button>
      </ContentForm>
    </StoredFilesProvider>
  )
}

function Fields() {
  const { date, papers } = useFormMetadata<typeof content>().getFieldset()
  return (
    <>
      <TextField field={date} label="Date" />
      {papers.getFieldList().map((paper, at) => (
        <div key={paper.key}>
          <TextField field={paper.getFieldset().title} label="Title" />
          <FileField field={paper.getFieldset().fileUrl} label={content.papers[at]?.title ?? ''} accepts="pdf" />
        </div>
      ))}
    </>
  )
}
