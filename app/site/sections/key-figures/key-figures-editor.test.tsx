import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContentForm, SectionIdContext, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import KeyFiguresEditor from './key-figures-editor.tsx'
import { keyFigures } from './key-figures.ts'

const { schema } = keyFigures

function Editor({ years }: { years: string[] }) {
  const figure = { _id: 'revenue', name: 'Revenue', unit: 'Rs crore', definition: '', values: ['512.4', '604.9'] }
  const content = { title: 'Key figures', note: '', years, figures: [figure], calendar: [] }
  const form = useContentForm({ id: 'editor', schema: () => Promise.resolve(schema), content, reply: undefined })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={undefined}>
      <SectionIdContext.Provider value={keyFigures.id}>
        <KeyFiguresEditor />
      </SectionIdContext.Provider>
    </ContentForm>
  )
}

function valueFields() {
  return screen
    .getAllByRole('textbox')
    .filter((field) => field.getAttribute('name')?.includes('.values['))
    .map((field) => [field.getAttribute('name'), (field as HTMLInputElement).value])
}

test.each([
  [['2023-24', '2024-25', '2025-26'], '2025-26'],
  [['2024-25'], 'No year'],
])('years %j for two values: a column for each year and for each value', (years, last) => {
  renderInRouter(<Editor years={years} />)
  const columns = Math.max(years.length, 2)
  expect(valueFields()).toEqual(
    Array.from({ length: columns }, (_, at) => [`figures[0].values[${at}]`, ['512.4', '604.9'][at] ?? '']),
  )
  expect(screen.getByRole('columnheader', { name: last })).toBeVisible()
})
