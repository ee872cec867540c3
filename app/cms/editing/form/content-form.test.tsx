import { useFormMetadata } from '@conform-to/react'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, ContentFormMessages, useContentForm } from './content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { SaveBar } from './save-bar.tsx'
import type { SaveReply } from './save-reply.ts'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'

/** The choice at a place of a conflict. */
const choice = (name: string) => ({ choices: ['mine', 'theirs'] as const, collision: { name, kind: 'value' as const } })

const schema = z.strictObject({
  title: z.string({ error: 'Enter a title' }),
  image: z.string({ error: 'Choose an image' }),
  lines: z.array(z.string({ error: 'Enter a line' })),
  products: z.array(z.strictObject({ _id: z.string(), title: z.string({ error: 'Enter its title' }) })),
})
type Content = z.output<typeof schema>

const content: Content = {
  title: 'Old title',
  image: 'old-12345678.jpg',
  lines: ['First', 'Second'],
  products: [
    { _id: 'a', title: 'Alpha' },
    { _id: 'b', title: 'Beta' },
  ],
}

const library = [
  { file: 'old-12345678.jpg', width: 1200, height: 900, bytes: 179_000 },
  { file: 'other-12345678.jpg', width: 640, height: 480, bytes: 20_000 },
]

beforeEach(() => {
  // jsdom does not implement these.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: vi.fn() }))
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

describe('a text field', () => {
  test('with an error of the server: invalid, described by the error and its help, listed with a link', () => {
    show({
      result: { status: 'error', initialValue: { ...content, title: 'Typed' }, error: { title: ['Too long'] } },
      version: '2',
    })
    const field = screen.getByLabelText(/^Title/)
    expect(field).toHaveValue('Typed')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Too long Shown large')
    expect(screen.getByRole('link', { name: 'Too long' })).toHaveAttribute('href', `#${field.id}`)
  })

  test('left empty: an error at once when saving, gone when it is filled in', async () => {
    show()
    await userEvent.clear(screen.getByLabelText(/^Title/))
    await vi.dynamicImportSettled()
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(screen.getByLabelText(/^Title/)).toHaveAccessibleDescription('Enter a title Shown large')
    expect(screen.getByLabelText(/^Title/)).toHaveFocus()
    await userEvent.type(screen.getByLabelText(/^Title/), 'New')
    expect(screen.getByLabelText(/^Title/)).toBeValid()
  })

  test('changed: marked, counted in the bar, as it was after Discard', async () => {
    show()
    expect(bar()).toHaveTextContent('No changes')
    await userEvent.type(screen.getByLabelText('Title'), '!')
    expect(screen.getByLabelText('Title Changed')).toHaveValue('Old title!')
    expect(bar()).toHaveTextContent('Unsaved changes1 field changed')
    await userEvent.click(screen.getByRole('link', { name: 'Discard' }))
    expect(await screen.findByLabelText('Title')).toHaveValue('Old title')
    expect(bar()).toHaveTextContent('Changes discarded')
  })

  test('Discard by mistake: Undo brings what was typed back', async () => {
    show()
    await userEvent.type(screen.getByLabelText('Title'), '!')
    await userEvent.click(screen.getByRole('link', { name: 'Discard' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('Title Changed')).toHaveValue('Old title!')
    expect(bar()).toHaveTextContent('Unsaved changes1 field changed')
  })

  test('Enter and a pasted line break in a text on one line: as in an input', async () => {
    const { container } = show()
    const sent = vi.fn()
    container.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault()
      sent((event.submitter as HTMLButtonElement | null)?.value)
    })
    const title = screen.getByLabelText('Title')
    await userEvent.clear(title)
    await userEvent.click(title)
    await userEvent.paste('two\r\nlines')
    expect(title).toHaveValue('two lines')
    await userEvent.keyboard('{Enter}')
    expect(title).toHaveValue('two lines')
    expect(sent).toHaveBeenCalledWith('save')
  })

  test('saved by someone else meanwhile: their value stands beside it, the form carries their version', () => {
    const conflict = [
      {
        name: 'title',
        label: 'Title',
        kind: 'value' as const,
        isField: true,
        mine: 'Mine',
        theirs: 'Theirs',
        ...choice('title'),
      },
    ]
    const { container } = show({ result: { initialValue: { ...content, title: 'Mine' } }, version: '2', conflict })
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Mine')
    expect(screen.getByLabelText(/^Title/)).toHaveAccessibleDescription(
      'Saved meanwhile Theirs Choose above Shown large',
    )
    expect(container.querySelector('[name=version]')).toHaveValue('2')
  })
})

test('a page loaded again with another version, its response gone: the form goes on from the version it was made from', async () => {
  const { container } = renderInRouter(<LoadedAgain />)
  expect(container.querySelector('[name=version]')).toHaveValue('1')
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(screen.queryByText('Disk full')).toBeNull()
  expect(container.querySelector('[name=version]')).toHaveValue('1')
})

describe('the image field', () => {
  test('shows what it holds: name, size in pixels and kB', () => {
    show()
    expect(imageGroup()).toHaveTextContent('old-12345678.jpg 1200 × 900, 179 kB')
    expect(within(imageGroup()).getByAltText('Current picture')).toHaveAttribute('src', '/uploads/old-12345678.jpg')
    expect(stored()).toBe('old-12345678.jpg')
  })

  test('removed: empty, and an error where an image is needed', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
    expect(stored()).toBe('')
    expect(imageGroup()).toHaveTextContent('No image')
    await vi.dynamicImportSettled()
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(imageGroup()).toHaveAccessibleDescription('Choose an image')
    expect(fileInput()).toBeInvalid()
  })
})

describe('a list', () => {
  const titles = () =>
    screen
      .getAllByRole('group')
      .filter((row) => row.matches('.item details'))
      .map((row) => row.querySelector('summary')?.textContent)

  test('moved, with what was typed in it; the first cannot go up, the last not down', async () => {
    show()
    await userEvent.click(screen.getByText('Beta'))
    await userEvent.type(screen.getByDisplayValue('Beta'), ' two')
    await userEvent.click(screen.getByRole('button', { name: 'Move Beta two up' }))
    expect(titles()).toEqual(['Beta two', 'Alpha'])
    expect(screen.getByRole('button', { name: 'Move Beta two up' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Beta two down' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Move Alpha down' })).toBeDisabled()
  })

  test('with an added entry: open, counted once, and its error says where', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Add product' }))
    expect(titles()).toEqual(['Alpha', 'Beta', 'New product'])
    expect(bar()).toHaveTextContent('1 field changed')
    await vi.dynamicImportSettled()
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(titles()).toEqual(['Alpha', 'Beta', 'New product1 error'])
  })

  test('without an entry that was removed', async () => {
    show()
    await userEvent.click(screen.getByText('Alpha'))
    const [removeAlpha] = screen.getAllByText('Remove product')
    if (!removeAlpha) throw new Error('There is no such button')
    await userEvent.click(removeAlpha)
    expect(titles()).toEqual(['Beta'])
  })

  test('of texts: moved by their buttons, each named by its place', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Move Line 2 up' }))
    await waitFor(() => {
      expect(screen.getByLabelText(/^Line 1/)).toHaveValue('Second')
    })
    expect(screen.getByLabelText(/^Line 2/)).toHaveValue('First')
  })
})

const refused: SaveReply = { result: {}, version: '1', failure: { message: 'Failed', detail: 'Disk full' } }

function LoadedAgain() {
  const [isAgain, setIsAgain] = useState(false)
  return (
    <>
      <button
        onClick={() => {
          setIsAgain(true)
        }}
      >
        Load again
      </button>
      <Example reply={isAgain ? undefined : refused} version={isAgain ? '2' : '1'} />
    </>
  )
}

function Example({ reply, version = '1' }: { reply: SaveReply | undefined; version?: string }) {
  const form = useContentForm({ id: 'example', schema: () => Promise.resolve(schema), content, reply })
  return (
    <StoredFilesProvider images={library}>
      <ContentForm form={form} labels={fieldLabels(schema)} version={version} reply={reply}>
        <ContentFormMessages reply={reply} failedMessage="Failed" />
        <Fields key={form.key} />
        <SaveBar content={content} href="/" />
      </ContentForm>
    </StoredFilesProvider>
  )
}

function Fields() {
  const fields = useFormMetadata<Content>().getFieldset()
  return (
    <>
      <TextField field={fields.title} label="Title" help="Shown large" />
      <ImageField field={fields.image} label="picture" />
      <TextList list={fields.lines} label="Line" />
      <EntryList
        list={fields.products}
        noun="product"
        summarise={(product) => ({ title: product.getFieldset().title.value, image: '' })}
      >
        {(product) => {
          const { _id, title } = product.getFieldset()
          return (
            <>
              <HiddenField field={_id} />
              <TextField field={title} label="Its title" />
            </>
          )
        }}
      </EntryList>
    </>
  )
}

function show(reply?: SaveReply) {
  return renderInRouter(<Example reply={reply} />)
}

function bar() {
  return screen.getByRole('region', { name: 'Save' })
}

function imageGroup() {
  return screen.getByRole('group', { name: 'picture' })
}

function fileInput() {
  return within(imageGroup()).getByLabelText<HTMLInputElement>(/Replace|Upload/)
}

function stored() {
  return document.querySelector<HTMLInputElement>('[name=image]')?.value
}
