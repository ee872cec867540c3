import { Form } from '@remix-run/react'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ChooseAll } from './choose-all.tsx'

test('a form that is posted: nothing is ticked afterwards; a question by GET leaves the ticks as they are', async () => {
  const posted: string[][] = []
  renderInRouter(
    <Form method="post">
      <ChooseAll className="all" name="id" of="entries" />
      {['one', 'two'].map((value) => (
        <input key={value} type="checkbox" name="id" value={value} aria-label={value} />
      ))}
      <button formMethod="get">Ask</button>
      <button name="intent" value="hide">
        Hide
      </button>
    </Form>,
    {
      loaded: {},
      loader: () => ({}),
      action: async ({ request }) => {
        posted.push((await request.formData()).getAll('id').map(String))
        return null
      },
    },
  )
  const ticked = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  expect(screen.getByRole('status')).toHaveTextContent('2 selected')
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  expect(ticked()).toEqual([true, true, true])
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  await waitFor(() => {
    expect(ticked()).toEqual([false, false, false])
  })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(posted).toEqual([['one', 'two']])
})
