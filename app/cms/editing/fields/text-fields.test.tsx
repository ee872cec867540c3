import { useFormMetadata } from '@conform-to/react'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { day } from '#app/cms/define/fields.ts'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { renderInRouter } from '#test/render-in-router.tsx'
import { FieldGroup } from './field-groups.tsx'
import { TextField } from './text-fields.tsx'

const schema = z.strictObject({ date: day('Date') })

function Editor({ date, legend = '' }: { date: string; legend?: string }) {
  const form = useContentForm({
    id: 'editor',
    schema: () => Promise.resolve(schema),
    content: { date },
    reply: undefined,
  })
  return (
    <ContentForm
      form={form}
      labels={{ date: 'Date' }}
      version="v1"
      reply={undefined}
      preview={undefined}
      enterIntent="save"
    >
      <FieldGroup legend={legend}>
        <DateField />
      </FieldGroup>
    </ContentForm>
  )
}

function DateField() {
  return <TextField field={useFormMetadata<z.output<typeof schema>>().getFieldset().date} type="date" />
}

test.each([
  ['Date', true],
  ['Dates', false],
])('a field in a group with the name %s: its own name is out of sight: %s, and labels it', async (legend, isHidden) => {
  renderInRouter(<Editor date="2026-02-05" legend={legend} />)
  const input = await screen.findByLabelText(/Date/)
  const label = input.closest('.field')?.querySelector('label')
  expect(label).toHaveTextContent('Date')
  expect(label?.querySelector('.visually-hidden') !== null).toBe(isHidden)
})

test('a day: the browser takes four digits for its year, because of the last one that it may be', async () => {
  renderInRouter(<Editor date="2026-02-05" />)
  const input = await screen.findByLabelText(/Date/)
  expect(input).toHaveAttribute('type', 'date')
  expect(input).toHaveAttribute('min', '1900-01-01')
  expect(input).toHaveAttribute('max', '2100-12-31')
})

test('a day that the browser would show as empty: as text, to correct', async () => {
  renderInRouter(<Editor date="5 February 2026" />)
  expect(await screen.findByLabelText(/Date/)).toHaveAttribute('type', 'text')
})
