import { useFormMetadata } from '@conform-to/react'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, PreviewProvider, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { LinkSuggestions } from '#app/cms/editing/fields/link-field.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { MarkdownField, MarkdownPreview } from './markdown-field.tsx'

const schema = z.strictObject({ body: z.string({ error: 'Enter a text' }) })

beforeEach(() => {
  // jsdom does not implement execCommand. If it fails, the field changes the text itself.
  Object.assign(document, { execCommand: () => false })
})

test('without a script: a button that asks the server, and its response', () => {
  const html = renderToString(
    <PreviewProvider html="<p>Served</p>">
      <MarkdownPreview text="Old" />
    </PreviewProvider>,
  )
  const page = document.createElement('div')
  page.innerHTML = html
  expect(page.querySelector('button[name=intent][value=preview]')).toHaveAttribute('formnovalidate')
  expect(page.querySelector('.prose')).toHaveTextContent('Served')
})

test('typed: the preview follows, with markup as text', async () => {
  show('Old')
  expect(await within(preview()).findByText('Old')).toBeInTheDocument()
  await userEvent.clear(text())
  expect(await within(preview()).findByText('No text yet')).toBeInTheDocument()
  await userEvent.type(text(), '# Head{Enter}{Enter}<img src=x onerror=alert(1)>')
  expect(await within(preview()).findByRole('heading', { name: 'Head', level: 2 })).toBeInTheDocument()
  expect(preview().querySelector('img')).toBeNull()
  expect(preview()).toHaveTextContent('<img src=x onerror=alert(1)>')
})

test.each([
  ['Bold', 'see **grades**'],
  ['Italic', 'see *grades*'],
  ['Link', 'see [grades](https://)'],
  ['List', '- see grades'],
])('%s pressed: marks what is selected, and the preview follows', async (name, expected) => {
  show('see grades')
  text().setSelectionRange(4, 10)
  await userEvent.click(screen.getByRole('button', { name }))
  expect(text()).toHaveValue(expected)
  expect(text()).toHaveFocus()
  expect((await within(preview()).findAllByText(/grades/))[0]).not.toHaveTextContent('*')
})

test('the keys of a mark: mark, and nothing else on the page hears of them', async () => {
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  show('see grades')
  text().focus()
  text().setSelectionRange(4, 10)
  await userEvent.keyboard('{Control>}k{/Control}')
  document.removeEventListener('keydown', heard)
  expect(text()).toHaveValue('see [grades](https://)')
  expect(heard.mock.calls.filter(([event]) => event instanceof KeyboardEvent && event.key === 'k')).toEqual([])
})

test('pasted from a word processor: its paragraphs and bold words stay', async () => {
  show('First. ')
  text().focus()
  text().setSelectionRange(7, 7)
  await userEvent.paste(
    clipboard({ 'text/plain': 'Second.\r\nThird.', 'text/html': '<p>Second.</p><p><b>Third.</b></p>' }),
  )
  await waitFor(() => {
    expect(text()).toHaveValue('First. Second.\n\n**Third.**')
  })
  expect(await within(preview()).findByText('Third.')).toBeInTheDocument()
})

test('pasted with comments and deletions: without them, and a note below the field says so', async () => {
  show('')
  text().focus()
  await userEvent.paste(
    clipboard({
      'text/plain': 'The dividend is 12%10%.[A1]',
      'text/html':
        '<p>The dividend is <del>12%</del>10%.<a class=msocomanchor href="#_msocom_1">[A1]</a></p><img src="cid:1">',
    }),
  )
  await waitFor(() => {
    expect(text()).toHaveValue('The dividend is 10%.')
  })
  const note = screen.getByText('1 comment, 1 deletion and 1 picture were left out.')
  expect(note).toHaveAttribute('aria-live', 'polite')
  expect(text()).toHaveAccessibleDescription(expect.stringContaining('1 deletion'))
  await userEvent.paste(clipboard({ 'text/plain': ' More' }))
  expect(note).toBeEmptyDOMElement()
})

test('pasted and too long to read: the plain text, with a warning', async () => {
  show('')
  text().focus()
  await userEvent.paste(clipboard({ 'text/plain': 'Words', 'text/html': `<b>x</b>${' '.repeat(8_000_001)}` }))
  expect(await screen.findByText(/^The text is too long to paste with its formats/)).toBeInTheDocument()
  expect(text()).toHaveValue('Words')
})

test('pasted without formats: as it is', async () => {
  show('')
  text().focus()
  await userEvent.paste(clipboard({ 'text/plain': 'One\ntwo' }))
  expect(text()).toHaveValue('One\ntwo')
})

/** What a browser passes on when somebody pastes. */
function clipboard(contents: Record<string, string>) {
  const data = {
    types: Object.keys(contents),
    getData: (type: string) => contents[type === 'text' ? 'text/plain' : type] ?? '',
    files: [],
    items: [],
  }
  return data as unknown as DataTransfer
}

test('what the server has rendered: shown until something is typed', async () => {
  show('Old', '<p>Served</p>')
  expect(await within(preview()).findByText('Served')).toBeInTheDocument()
  await userEvent.type(text(), ' and new')
  expect(await within(preview()).findByText('Old and new')).toBeInTheDocument()
  expect(within(preview()).queryByText('Served')).not.toBeInTheDocument()
})

test('a link to a page that does not exist: a note, served and while typing', async () => {
  renderInRouter(
    <LinkSuggestions pages={[{ href: '/certificate', label: 'Certificates' }]}>
      <MarkdownFieldOf text="x" html={'<p><a href="/certificat?a=1&amp;b=2">x</a></p>'} />
    </LinkSuggestions>,
  )
  expect(screen.getByText('There is no page /certificat. Do you mean /certificate?')).toBeInTheDocument()
  await userEvent.clear(text())
  await userEvent.type(text(), '[[x](/certificate) [[y](/other)')
  expect(await screen.findByText('There is no page /other.')).toBeInTheDocument()
})

function MarkdownFieldOf({ text: body, html }: { text: string; html: string | undefined }) {
  const form = useContentForm({
    id: 'example',
    schema: () => Promise.resolve(schema),
    content: { body },
    reply: undefined,
  })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={undefined} preview={html}>
      <Body />
    </ContentForm>
  )
}

function Body() {
  const fields = useFormMetadata<z.output<typeof schema>>().getFieldset()
  return <MarkdownField field={fields.body} label="Text" />
}

function show(body: string, html?: string) {
  renderInRouter(<MarkdownFieldOf text={body} html={html} />)
}

function text() {
  return screen.getByLabelText<HTMLTextAreaElement>(/^Text/)
}

function preview() {
  return screen.getByRole('group', { name: 'Preview' })
}
