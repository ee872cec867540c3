import { useFormMetadata } from '@conform-to/react'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { GradeTableEditor } from './grade-table-editor.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { grade, property, type Grade, type Property } from '#app/site/sections/product-page/product-page.ts'

const schema = z.strictObject({ properties: z.array(property), grades: z.array(grade) })

const properties = [
  { name: 'Density', figures: true },
  { name: 'Hardness', figures: true },
  { name: 'Form', figures: false },
]
const grades = [
  { grade: 'A 1', use: 'Jackets', application: 'Jacket', values: ['0.95', '60', 'Solid'] },
  { grade: 'A 2', use: 'Cores', application: 'Insulation', values: ['0.94', '57', 'Liquid'] },
]

beforeEach(() => {
  renderInRouter(<Example />)
})

test('shown: a row for each grade with a field for each property', () => {
  expect(rows()).toEqual([
    ['A 1', '0.95', '60', 'Solid', 'Jackets', 'Jacket'],
    ['A 2', '0.94', '57', 'Liquid', 'Cores', 'Insulation'],
  ])
  expect(heads()).toEqual(['Density', 'Hardness', 'Form'])
  expect(screen.getAllByRole('checkbox').map((box) => box.matches(':checked'))).toEqual([true, true, false])
})

test('a property removed: its values go, also typed ones, and the others stay with theirs', async () => {
  await type('Density of A 1', '0.99')
  await type('Hardness of A 2', '58')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Density' }))
  await waitFor(() => {
    expect(heads()).toEqual(['Hardness', 'Form'])
  })
  expect(rows()).toEqual([
    ['A 1', '60', 'Solid', 'Jackets', 'Jacket'],
    ['A 2', '58', 'Liquid', 'Cores', 'Insulation'],
  ])
  expect(posted()).toMatchObject({
    'properties[0].name': 'Hardness',
    'grades[0].values[0]': '60',
    'grades[1].values[0]': '58',
    'grades[1].values[1]': 'Liquid',
  })
  expect(posted()).not.toHaveProperty(['grades[0].values[2]'])
})

test('a property moved: what is typed in its column goes with it', async () => {
  await type('Density of A 1', '0.99')
  await userEvent.click(screen.getByRole('button', { name: 'Move Density right' }))
  await waitFor(() => {
    expect(heads()).toEqual(['Hardness', 'Density', 'Form'])
  })
  expect(rows()).toEqual([
    ['A 1', '60', '0.99', 'Solid', 'Jackets', 'Jacket'],
    ['A 2', '57', '0.94', 'Liquid', 'Cores', 'Insulation'],
  ])
})

test('one property after the other moved and removed: every value stays with its own', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add property' }))
  await type('Property 4 of A 1', 'Grey')
  await type('Property 4 of A 2', 'Black')
  await type('Name of property 4', 'Colour')
  await userEvent.click(screen.getByRole('button', { name: 'Move Colour left' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Density' }))
  await waitFor(() => {
    expect(heads()).toEqual(['Hardness', 'Colour', 'Form'])
  })
  expect(rows()).toEqual([
    ['A 1', '60', 'Grey', 'Solid', 'Jackets', 'Jacket'],
    ['A 2', '57', 'Black', 'Liquid', 'Cores', 'Insulation'],
  ])
})

test('a property added: every grade has an empty field for it, also after one was removed', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Remove Form' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add property' }))
  await waitFor(() => {
    expect(heads()).toEqual(['Density', 'Hardness', ''])
  })
  expect(rows()).toEqual([
    ['A 1', '0.95', '60', '', 'Jackets', 'Jacket'],
    ['A 2', '0.94', '57', '', 'Cores', 'Insulation'],
  ])
})

test('a grade moved: with all its values', async () => {
  await type('Density of A 2', '0.91')
  await userEvent.click(screen.getByRole('button', { name: 'Move A 2 up' }))
  await waitFor(() => {
    expect(rows()[0]).toEqual(['A 2', '0.91', '57', 'Liquid', 'Cores', 'Insulation'])
  })
})

test('the last property: cannot be removed; with five none can be added', async () => {
  const add = () => screen.queryByRole('button', { name: 'Add property' })
  for (const count of [4, 5]) {
    await userEvent.click(screen.getByRole('button', { name: 'Add property' }))
    await waitFor(() => {
      expect(heads()).toHaveLength(count)
    })
  }
  expect(add()).toBeNull()
  for (const count of [4, 3, 2, 1]) {
    const [remove] = screen.getAllByRole('button', { name: /^Remove (?!A )/ })
    if (!remove) throw new Error('There is no such button')
    await userEvent.click(remove)
    await waitFor(() => {
      expect(heads()).toHaveLength(count)
    })
  }
  expect(screen.getByRole('button', { name: /^Remove (?!A )/ })).toBeDisabled()
})

function Example() {
  const form = useContentForm({
    id: 'editor',
    schema: () => Promise.resolve(schema),
    content: { properties, grades },
    reply: undefined,
  })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={undefined}>
      <Table />
    </ContentForm>
  )
}

function Table() {
  const fields = useFormMetadata<{ properties: Property[]; grades: Grade[] }>().getFieldset()
  return <GradeTableEditor properties={fields.properties} grades={fields.grades} />
}

function heads() {
  const [head] = screen.getAllByRole('row')
  return head ? valuesIn(head) : []
}

function rows() {
  return screen.getAllByRole('row').slice(1).map(valuesIn)
}

function valuesIn(row: HTMLElement) {
  return within(row)
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)
}

async function type(label: string, value: string) {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, value)
}

function posted() {
  const form = document.querySelector('form')
  return form ? Object.fromEntries(new FormData(form)) : {}
}
