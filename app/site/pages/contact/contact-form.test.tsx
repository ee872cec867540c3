import type { ComponentProps } from 'react'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  createMemoryRouter,
  redirect,
  RouterProvider,
  useActionData,
  useSearchParams,
  type ActionFunction,
  type RouteObject,
} from 'react-router-dom'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ContactForm, type ContactFailure } from './contact-form.tsx'
import type { Enquiry } from './enquiry.ts'

const values = { firstName: 'Asha', lastName: 'Naik', email: 'asha@', mobile: '+91 00000 00003', comments: 'XLPE' }
const twoErrors: ContactFailure = {
  values,
  errors: { email: ['Your e-mail address must look like name@company.com'], comments: ['Enter your message'] },
}

describe('fields that need correction', () => {
  test('a summary with a link to each, and the message at the field itself', () => {
    renderForm({ failure: twoErrors })
    const summary = within(screen.getByRole('alert'))
    expect(summary.getByText('2 fields need correction')).toBeInTheDocument()
    expect(summary.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#email', '#comments'])
    const email = screen.getByRole('textbox', { name: 'E-mail' })
    expect(email).toBeInvalid()
    expect(email).toHaveAccessibleDescription('Your e-mail address must look like name@company.com')
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription(
      /help us give you a complete answer\. Enter your message/,
    )
    expect(screen.getByRole('textbox', { name: 'First name' })).toBeValid()
  })

  test('every field shows what was typed', () => {
    renderForm({ failure: twoErrors })
    expect(screen.getByRole('textbox', { name: 'Message' }).closest('form')).toHaveFormValues(values)
  })
})

test('a message that was not stored: the alert says so and why', () => {
  renderForm({ failure: { values, errors: {}, problem: 'Try again in a moment.' } })
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to send message.Try again in a moment.')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('a failure after a message that was sent: only the failure is shown', () => {
  renderForm({ isSent: true, failure: twoErrors })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('the honeypot field: is out of reach of keyboard and assistive technology, and asks to be left empty', () => {
  renderForm()
  expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).toBeNull()
  expect(screen.getByLabelText('Leave this empty')).toHaveAttribute('tabindex', '-1')
})

test('the texts of the button: elements of their own, which programs that translate a page may replace', () => {
  renderForm()
  const button = screen.getByRole('button', { name: 'Send message' })
  const texts = [...button.childNodes].filter(
    ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
  )
  expect(texts).toEqual([])
})

test('without JavaScript: the browser checks the fields and posts to the page', async () => {
  const routes = routesWith({})
  const context = await createStaticHandler(routes).query(new Request('http://localhost:3000/contactus'))
  if (context instanceof Response) throw new Error('The page returned a response of its own')
  const router = createStaticRouter(routes, context)
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
  expect(html).not.toContain('novalidate')
  expect(html).toMatch(/<form method="post" action="\/contactus#form"/)
  expect(html.match(/ required=""/g)).toHaveLength(5)
})

describe('sending', () => {
  test('is announced, and a second click sends nothing', async () => {
    let response = (_response: Response) => {}
    const act = vi.fn(() => new Promise<Response>((resolve) => (response = resolve)))
    renderForm({ act })
    const button = screen.getByRole('button', { name: 'Send message' })
    await userEvent.click(button)
    expect(button).toHaveTextContent('Sending...')
    expect(button).toHaveAttribute('aria-busy', 'true')
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'x{Enter}')
    expect(act).toHaveBeenCalledTimes(1)
    response(redirect('/contactus?sent=1#form'))
    await waitFor(() => expect(button).toHaveTextContent('Send message'))
  })

  test('done: success is announced and focused, the fields are empty; twice as well', async () => {
    renderForm({ act: () => redirect('/contactus?sent=1#form') })
    for (const text of ['first', 'second']) {
      await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), text)
      await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(''))
      const status = screen.getByRole('status')
      expect(status).toHaveTextContent('Message sent successfully!')
      expect(status.parentElement).toHaveFocus()
    }
  })

  test('failed without a response of the server: the fields keep what was typed, the alert is focused', async () => {
    renderForm({ act: () => ({ values: {}, errors: {}, problem: 'The site cannot be reached.' }) })
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'XLPE')
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
    const problem = await screen.findByText('The site cannot be reached.')
    expect(problem.closest('[tabindex]')).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('XLPE')
  })
})

test('a message that the page begins: in the field, to be changed, and gone once it was sent', async () => {
  renderForm({ request: 'Please send me the data sheet.', act: () => redirect('/contactus?sent=1#form') })
  const field = screen.getByRole('textbox', { name: 'Message' })
  expect(field).toHaveValue('Please send me the data sheet.')
  await userEvent.type(field, ' We make 20 km a month.')
  expect(field).toHaveValue('Please send me the data sheet. We make 20 km a month.')
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(field).toHaveValue(''))
})

describe('an enquiry about grades', () => {
  const grade = (name: string, isTicked = true) => ({ ...{ key: name, name, product: 'HFFR Compound' }, isTicked })
  const details = { quantity: '25 kg', country: '', application: '', monthlyNeed: '' }
  const enquiry: Enquiry = {
    kind: 'sample',
    grades: [grade('hf-1'), grade('hf-2')],
    notes: ['One is left out.'],
    details,
  }

  test('an error at a detail, and a grade that was unticked: both are kept, and no detail has to be filled in', () => {
    const asked = { ...enquiry, grades: [grade('hf-1', false), grade('hf-2')] }
    renderForm({ enquiry, failure: { values, errors: { quantity: ['Quantity is too long'] }, enquiry: asked } })
    expect(screen.getByRole('checkbox', { name: /hf-1/ })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: /hf-2/ })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Sample' })).toBeChecked()
    const quantity = screen.getByLabelText(/^Quantity/)
    expect(quantity).toHaveValue('25 kg')
    expect(quantity).toHaveAccessibleDescription(/Quantity is too long/)
    expect(quantity).not.toBeRequired()
    expect(within(screen.getByRole('alert')).getByRole('link')).toHaveAttribute('href', '#quantity')
    expect(screen.getByText('One is left out.')).toBeInTheDocument()
  })

  test('posts to an address that has the grades: a page that is shown again without a script knows them', () => {
    const { container } = renderForm({ enquiry })
    expect(container.querySelector('form')).toHaveAttribute('action', '/contactus?grades=hf-1,hf-2&for=sample#form')
  })

  test('sent: what was asked for in place of the form, with the way to another message', () => {
    const sent = {
      reference: '20261130-0A1B',
      withdrawHref: '/privacy/withdraw',
      asked: { kind: 'Sample', grades: ['hf-1'] },
    }
    renderForm({ isSent: true, sent })
    expect(screen.getByRole('status')).toHaveTextContent('Asked for: Sample, hf-1.')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('link', { name: 'Send another message' })).toHaveAttribute('href', '/contactus#form')
  })

  test('none in the address: no field more, and the way to them', () => {
    renderForm()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByText(/^All fields are required\. We use your details only to reply\./)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'ask for grades' })).toHaveAttribute('href', '/products/grades')
  })
})

interface Situation {
  enquiry?: Enquiry
  isSent?: boolean
  sent?: ComponentProps<typeof ContactForm>['sent']
  failure?: ContactFailure
  request?: string
  /** What the page's action returns. */
  act?: ActionFunction
}

function renderForm(situation: Situation = {}) {
  const page = situation.isSent ? '/contactus?sent=1' : '/contactus'
  const router = createMemoryRouter(routesWith(situation), { initialEntries: [page] })
  return render(<RouterProvider router={router} future={{ v7_startTransition: true }} />)
}

/** The parts of the page on which the form depends. */
function routesWith({ failure, request, enquiry, sent, act }: Situation): RouteObject[] {
  function Page() {
    const [query] = useSearchParams()
    const response = failureOf(useActionData())
    const isSent = query.has('sent')
    const shown = isSent ? {} : { ...(request && { request }), enquiry }
    return <ContactForm isSent={isSent} sent={sent} failure={response ?? failure} {...shown} />
  }
  return [{ path: '/contactus', element: <Page />, ...(act && { action: act }) }]
}

function failureOf(actionData: unknown) {
  return z.object({ values: z.object({}), errors: z.object({}), problem: z.string() }).safeParse(actionData).data
}
