import { useFormMetadata } from '@conform-to/react'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { InlineList } from './inline-list.tsx'
import type { PastedTable } from './pasted-table.ts'

const schema = z.strictObject({
  title: z.string().meta({ title: 'Title' }),
  facts: z.array(z.strictObject({ name: z.string(), text: z.string() })),
})
const content = { title: 'Facts', facts: [{ name: 'Colour', text: 'Black' }] }

const table: PastedTable = {
  list: 'facts',
  text: 'Colour\tWhite\nWeight\t5 kg',
  removesOthers: false,
  leavesOut: false,
  unknown: [],
  decimalCommas: ['0,95', '1,8'],
  above: 0,
  columns: ['Name', 'Text'],
  rows: [
    { number: 1, state: 'changed', cells: [{ text: 'Colour' }, { text: 'White', before: 'Black' }] },
    { number: 2, state: 'new', cells: [{ text: 'Weight' }, { text: '5 kg' }] },
  ],
  others: 0,
  problems: [],
}

test('the panel: opens by the button and has the focus; Cancel closes it, and the button has it again', async () => {
  show()
  await userEvent.click(pasteButton())
  expect(await screen.findByLabelText('Rows from a spreadsheet')).toHaveFocus()
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText('Rows from a spreadsheet')).toBeNull()
  expect(pasteButton()).toHaveFocus()
})

test('compared while another field has an error: the focus stays, and does not jump to that field', async () => {
  const reply = show()
  await userEvent.clear(screen.getByLabelText(/^Title/))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByLabelText(/^Title/)).toHaveAttribute('aria-invalid', 'true')
  await userEvent.click(pasteButton())
  await reply(table)
  expect(await screen.findByText('1 new, 1 changed, 0 unchanged.')).toBeVisible()
  expect(
    screen.getByText(/2 cells with a decimal comma, such as 0,95: visitors will read them as written/),
  ).toBeVisible()
  expect(screen.getByLabelText(/^Title/)).not.toHaveFocus()
})

test('compared: says what is new and changed, then the rows are taken; what was typed elsewhere stays', async () => {
  const reply = show()
  await userEvent.type(screen.getByLabelText(/^Title/), '!')
  await reply(table)
  expect(await screen.findByText('1 new, 1 changed, 0 unchanged.')).toBeVisible()
  expect(screen.getByLabelText('Rows from a spreadsheet')).toHaveValue(table.text)
  expect(screen.getByText('Black', { selector: 'del' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take these rows into the form' })).toHaveValue('take facts')

  const entries = [
    { name: 'Colour', text: 'White' },
    { name: 'Weight', text: '5 kg' },
  ]
  await reply({ ...table, taken: 2, entries })
  expect(await screen.findByText('2 rows are in the form now. Nothing is saved yet.')).toBeVisible()
  expect(screen.getAllByLabelText(/^Text/).map((field) => (field as HTMLInputElement).value)).toEqual(['White', '5 kg'])
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Facts!')
  expect(pasteButton()).toHaveFocus()
  expect(screen.queryByLabelText('Rows from a spreadsheet')).toBeNull()
})

test('refused because the rows are not in the form: their field has the focus again', async () => {
  const reply = show()
  await userEvent.click(pasteButton())
  await reply({ ...table, isRefused: true })
  expect(await screen.findByLabelText('Rows from a spreadsheet')).toHaveFocus()
  expect(screen.getByLabelText('Rows from a spreadsheet')).toHaveAttribute('aria-invalid', 'true')
})

test('with problems: each is named, and the rows cannot be taken', async () => {
  const reply = show()
  await reply({ ...table, problems: ['Row 2 (Weight), Text: Enter text'] })
  expect(await screen.findByRole('alert')).toHaveTextContent('Row 2 (Weight), Text: Enter text')
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
})

test('while another field is empty: the table is sent all the same', async () => {
  const action = vi.fn(() => null)
  renderInRouter(<Example />, { action })
  await userEvent.clear(screen.getByLabelText(/^Title/))
  await vi.dynamicImportSettled()
  await userEvent.click(screen.getByRole('button', { name: 'Paste facts from a spreadsheet' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show what changes' }))
  await waitFor(() => {
    expect(action).toHaveBeenCalledOnce()
  })
})

function pasteButton() {
  return screen.getByRole('button', { name: 'Paste facts from a spreadsheet' })
}

let next: PastedTable

/** Shows the form. The function that it returns passes it the response to a pasted table. */
function show() {
  renderInRouter(<Example />)
  return (pasted: PastedTable) => {
    next = pasted
    return userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  }
}

function Example() {
  const [reply, setReply] = useState<SaveReply>()
  const form = useContentForm({ id: 'example', schema: () => Promise.resolve(schema), content, reply })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={reply}>
      <Fields />
      <button
        type="button"
        onClick={() => {
          setReply({ result: { initialValue: content }, version: '1', pasted: next })
        }}
      >
        Reply
      </button>
    </ContentForm>
  )
}

function Fields() {
  const { title, facts } = useFormMetadata<typeof content>().getFieldset()
  return (
    <>
      <TextField field={title} />
      <InlineList list={facts} noun="fact" pastes>
        {(fact) => {
          const { name, text } = fact.getFieldset()
          return (
            <>
              <TextField field={name} label="Name" />
              <TextField field={text} label="Text" />
            </>
          )
        }}
      </InlineList>
    </>
  )
}
