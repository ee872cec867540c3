import { useFormMetadata } from '@conform-to/react'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { TableList } from './table-list.tsx'

const schema = z.strictObject({
  facts: z.array(z.strictObject({ _id: z.string(), name: z.string(), text: z.string() })),
})
type Facts = z.infer<typeof schema>
const content: Facts = {
  facts: [
    { _id: 'a', name: 'Density', text: '1.2' },
    { _id: 'b', name: 'Melt flow', text: '3' },
  ],
}

const names = () => screen.getAllByRole('textbox', { name: /^Name/ }).map((field) => (field as HTMLInputElement).value)

test('a column for each field, headed by its label, its mark and its help; the hidden id has none', () => {
  renderInRouter(<Example />)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Fact', 'Name ', 'Text OptionalWith its unit'])
  const [, first] = screen.getAllByRole('row')
  if (!first) throw new Error('The table has no row')
  expect(within(first).getByRole('rowheader')).toHaveTextContent('Fact 1')
  expect(within(first).getByRole('textbox', { name: /^Name/ })).toHaveValue('Density')
  expect(within(first).getByRole('textbox', { name: /^Text/ })).toHaveAccessibleDescription('With its unit')
})

test('one added, moved up, and removed: the focus goes with it, and the names of the buttons have its number', async () => {
  renderInRouter(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Add fact' }))
  expect(screen.getAllByRole('textbox', { name: /^Name/ })[2]).toHaveFocus()
  await userEvent.keyboard('Colour')
  await userEvent.click(screen.getByRole('button', { name: 'Move Fact 3 up' }))
  expect(names()).toEqual(['Density', 'Colour', 'Melt flow'])
  expect(screen.getByRole('button', { name: 'Move Fact 2 up' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Remove Fact 1' }))
  expect(names()).toEqual(['Colour', 'Melt flow'])
})

test('one removed: those that follow are as they were saved, and marked only when they are changed', async () => {
  renderInRouter(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Fact 1' }))
  expect(names()).toEqual(['Melt flow'])
  expect(screen.queryByText('Changed')).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' rate')
  expect(screen.getByRole('textbox', { name: 'Name Changed' })).toHaveValue('Melt flow rate')
  expect(screen.getByText('Changed')).toBeInTheDocument()
})

test('the last one removed: a sentence in place of the table, the focus on the button that adds one', async () => {
  renderInRouter(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Fact 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Fact 1' }))
  expect(screen.getByText('No fact yet')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('button', { name: 'Add fact' })).toHaveFocus()
})

function Example() {
  const form = useContentForm({ id: 'example', schema: () => Promise.resolve(schema), content, reply: undefined })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={undefined} saved={content}>
      <FactTable />
    </ContentForm>
  )
}

function FactTable() {
  const { facts } = useFormMetadata<Facts>().getFieldset()
  return (
    <TableList list={facts} noun="fact">
      {(fact) => {
        const { _id, name, text } = fact.getFieldset()
        return [
          <HiddenField key="_id" field={_id} />,
          <TextField key="name" field={name} />,
          <TextField key="text" field={text} optional help="With its unit" />,
        ]
      }}
    </TableList>
  )
}
