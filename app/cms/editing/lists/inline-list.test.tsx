import { useFormMetadata } from '@conform-to/react'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { InlineList } from './inline-list.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { SelectField } from '#app/cms/editing/fields/text-fields.tsx'

const schema = z.strictObject({ letters: z.array(z.string()) })
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))

test('entries that are one control: each is named by its label, no id is there twice', () => {
  const { container } = renderInRouter(<Example />)
  expect(screen.getByRole('combobox', { name: /^Letter 1/ })).toHaveValue('a')
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('one added, one removed: the focus at the new control, then at the button of the entry that follows', async () => {
  renderInRouter(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Add letter' }))
  expect(screen.getByRole('combobox', { name: /^Letter 3/ })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Remove Letter 1' }))
  expect(screen.getByRole('combobox', { name: /^Letter 1/ })).toHaveValue('b')
  expect(screen.getByRole('button', { name: 'Remove Letter 1' })).toHaveFocus()
})

test('duplicated: a copy with the same choice below it, which has the focus', async () => {
  renderInRouter(<Example />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Letter 1/ }), 'c')
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate Letter 1' }))
  const values = screen.getAllByRole('combobox').map((field) => (field as HTMLSelectElement).value)
  expect(values).toEqual(['c', 'c', 'b'])
  expect(screen.getByRole('combobox', { name: /^Letter 2/ })).toHaveFocus()
})

function Example() {
  const form = useContentForm({
    id: 'example',
    schema: () => Promise.resolve(schema),
    content: { letters: ['a', 'b'] },
    reply: undefined,
  })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={undefined}>
      <Letters />
    </ContentForm>
  )
}

function Letters() {
  const { letters } = useFormMetadata<z.output<typeof schema>>().getFieldset()
  return (
    <InlineList list={letters} noun="letter">
      {(entry, name) => <SelectField field={entry} label={name} options={options} />}
    </InlineList>
  )
}
