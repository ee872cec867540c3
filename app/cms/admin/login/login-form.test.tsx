import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoginForm } from './login.tsx'

const nativeSubmit = vi.fn()
const assign = vi.fn()

beforeEach(() => {
  localStorage.clear()
  nativeSubmit.mockClear()
  assign.mockClear()
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(nativeSubmit)
  vi.stubGlobal('location', { assign })
})

test('what the server refused of the plain form: the alert, the username kept, the password not', () => {
  render(
    <LoginForm
      returnTo="/admin"
      failure={{ values: { username: 'anna' }, errors: { form: ['Invalid credentials'] } }}
    />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Invalid credentials')
  expect(screen.getByLabelText('Username')).toHaveValue('anna')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('a missing field: said at the field', () => {
  render(
    <LoginForm
      returnTo="/admin"
      failure={{ values: { username: '' }, errors: { username: ['Enter your username'] } }}
    />,
  )
  expect(screen.getByLabelText('Username')).toBeInvalid()
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Enter your username')
})

test('wrong credentials: the alert, nothing kept, the form ready again', async () => {
  respond(401, { error: { code: 'invalid-credentials', message: 'Invalid credentials', requestId: '1' } })
  await logIn()
  expect(await screen.findByText('Invalid credentials')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(localStorage).toHaveLength(0)
  expect(nativeSubmit).not.toHaveBeenCalled()
})

test.each<[string, () => void]>([
  ['no connection', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))],
  ['an answer that is no JSON', () => vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>')))],
  [
    'a response of another shape',
    () => {
      respond(200, { ok: true })
    },
  ],
])('%s: the form is posted as it is', async (_, arrange) => {
  arrange()
  await logIn()
  await vi.waitFor(() => {
    expect(nativeSubmit).toHaveBeenCalledOnce()
  })
  expect(localStorage).toHaveLength(0)
})

test('right credentials: token and username are kept, and on to the page asked for', async () => {
  respond(200, { token: 'secret', username: 'admin' })
  await logIn()
  await vi.waitFor(() => {
    expect(assign).toHaveBeenCalledWith('/admin/stats')
  })
  expect(localStorage.getItem('token')).toBe('secret')
  expect(localStorage.getItem('username')).toBe('admin')
})

test('the password is shown on request', async () => {
  render(<LoginForm returnTo="/admin" failure={undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show password', pressed: false }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  expect(screen.getByRole('button', { name: 'Show password', pressed: true })).toBeVisible()
})

function respond(status: number, body: object) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
}

async function logIn() {
  render(<LoginForm returnTo="/admin/stats" failure={undefined} />)
  await userEvent.type(screen.getByLabelText('Username'), 'admin')
  await userEvent.type(screen.getByLabelText('Password'), 'some password')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}
