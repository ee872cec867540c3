import { Form, Link, Outlet } from '@remix-run/react'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { AdminError } from './admin-page.tsx'
import { SentFormProvider } from './sent-form.tsx'

/** A form whose first `failures` fail, as its server has no app that answers; and what its action got. */
function setUp(failures: (Error | Response)[]) {
  const sent: [string, FormDataEntryValue][][] = []
  const shell = (
    <SentFormProvider>
      <Link to="/other">Other page</Link>
      <Outlet />
    </SentFormProvider>
  )
  const form = (
    <Form method="post" encType="multipart/form-data">
      <label>
        Title <input name="title" />
      </label>
      <label>
        File <input type="file" name="file" />
      </label>
      <button name="intent" value="save">
        Save
      </button>
    </Form>
  )
  const errorElement = <AdminError />
  renderInRouter(shell, {
    children: [
      {
        path: '/',
        element: form,
        errorElement,
        action: async ({ request }) => {
          sent.push([...(await request.formData())])
          const failure = failures.shift()
          if (failure instanceof Error) throw failure
          if (failure instanceof Response) throw failure
          return null
        },
      },
      {
        path: '/other',
        element: <p>Other</p>,
        errorElement,
        loader: () => {
          throw new Error('broken')
        },
      },
    ],
  })
  return sent
}

async function fillAndSave() {
  await userEvent.type(screen.getByLabelText('Title'), 'What I typed')
  await userEvent.upload(screen.getByLabelText('File'), new File(['picture'], 'picture.png'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test.each([
  ['no server that saves', new Error('Unable to decode turbo-stream response from URL: /admin/x.data'), /right now/],
  ['no connection', new TypeError('Failed to fetch'), /could not be loaded/],
  ['a fault', new Response('', { status: 500 }), /Unexpected/],
])('a form that meets %s: its error page sends all of it again, with its files', async (_what, failure, heading) => {
  const sent = setUp([failure])
  await fillAndSave()
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const [first = [], again = []] = sent
  expect(again.map(([name]) => name)).toEqual(['title', 'file', 'intent'])
  expect(again).toEqual(first)
  expect(await screen.findByLabelText('Title')).toBeDefined()
})

test('a refusal of what was sent, and an error of another page: nothing to send again', async () => {
  setUp([new Response('Too large', { status: 413 }), new Error('Unable to decode turbo-stream response')])
  await fillAndSave()
  expect(await screen.findByText('Too large')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Other page' }))
  expect(await screen.findByRole('heading', { name: /Unexpected/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})
