import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { RequestIdContext } from '#app/platform/request-context.tsx'
import { RootErrorBoundary } from './root-error-boundary.tsx'

function renderBoundary(thrown: Error | Response) {
  renderInRouter(
    <RequestIdContext.Provider value="request-1">
      <RootErrorBoundary />
    </RequestIdContext.Provider>,
    { thrown },
  )
}

test('unexpected failure: says so with the request to quote, and nothing of the cause', async () => {
  renderBoundary(new Error('secret path /srv/data'))
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  expect(screen.getByText('request-1')).toBeDefined()
  expect(document.body.textContent).not.toContain('secret')
})

test('refusal of a route of ours: its reason', async () => {
  renderBoundary(new Response('This was sent from another site.', { status: 403 }))
  expect(await screen.findByText('This was sent from another site.')).toBeDefined()
  expect(screen.getByText('403')).toBeDefined()
})

test('refusal of the router: words for visitors instead of its own', async () => {
  renderBoundary(new Response('Error: You made a POST request to "/"', { status: 405 }))
  expect(await screen.findByText(/Go back and try again/)).toBeDefined()
  expect(document.body.textContent).not.toContain('POST')
})
