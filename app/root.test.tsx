import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { RequestIdContext } from '#app/cms/platform/request-context.tsx'
import { ErrorBoundary } from './root.tsx'

function renderBoundary(thrown: Error | Response) {
  renderInRouter(
    <RequestIdContext.Provider value="request-1">
      <ErrorBoundary />
    </RequestIdContext.Provider>,
    { thrown },
  )
}

test('unexpected failure: says so with the request to quote, and nothing of the cause', async () => {
  renderBoundary(new Error('secret path /srv/data'))
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(screen.getByText('request-1')).toBeVisible()
  expect(document.body.textContent).not.toContain('secret')
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  'no connection while the next page is loaded (%s): says so, with a link that tries again',
  async (message) => {
    renderBoundary(new TypeError(message))
    expect(await screen.findByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/')
    expect(document.body.textContent).not.toContain('Unexpected')
  },
)

test('a programming error of the same type: unexpected', async () => {
  renderBoundary(new TypeError('Cannot read properties of undefined'))
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
})

test('refusal of a route of ours: its reason', async () => {
  renderBoundary(new Response('This request was sent from another site.', { status: 403 }))
  expect(await screen.findByText('This request was sent from another site.')).toBeVisible()
  expect(screen.getByText('403')).toBeVisible()
})

test('refusal of the router: words for visitors instead of its own', async () => {
  renderBoundary(new Response('Error: You made a POST request to "/"', { status: 405 }))
  expect(await screen.findByText(/Go back and try again/)).toBeVisible()
  expect(document.body.textContent).not.toContain('POST')
})
