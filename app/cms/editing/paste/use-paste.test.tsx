import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'

beforeEach(() => {
  // jsdom does not implement execCommand. If it fails, the field changes the text itself.
  Object.assign(document, { execCommand: () => false })
})

test('deleted and hidden words, pasted into a plain field: left out, and a note says so', async () => {
  const field = show()
  await paste('The dividend is 12%10%', '<p>The dividend is <del>12%</del>10%<i style="display:none">x</i></p>')
  await waitFor(() => {
    expect(field).toHaveValue('The dividend is 10%')
  })
  expect(screen.getByText('1 deletion and 1 hidden text were left out.')).toHaveAttribute('aria-live', 'polite')
  expect(field).toHaveAccessibleDescription('1 deletion and 1 hidden text were left out.')
})

test('text with formats that hides nothing: the plain text, without a note', async () => {
  const field = show()
  await paste('plain', '<b>formatted</b>')
  expect(field).toHaveValue('plain')
  expect(field).not.toHaveAccessibleDescription()
})

function show() {
  render(
    <PlainField id="line" label="Title">
      {(described) => <textarea id="line" {...described} />}
    </PlainField>,
  )
  const field = screen.getByLabelText('Title')
  field.focus()
  return field
}

function paste(plain: string, html: string) {
  const contents = new Map([
    ['text/plain', plain],
    ['text', plain],
    ['text/html', html],
  ])
  const data = {
    types: [...contents.keys()],
    getData: (type: string) => contents.get(type) ?? '',
    files: [],
    items: [],
  }
  return userEvent.paste(data as unknown as DataTransfer)
}
