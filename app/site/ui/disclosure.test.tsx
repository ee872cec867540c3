import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { Disclosure, DisclosureGroup } from './disclosure.tsx'

const scrollIntoView = vi.fn()

beforeEach(() => {
  scrollIntoView.mockReset()
  // jsdom has no layout and does not implement scrollIntoView.
  Element.prototype.scrollIntoView = scrollIntoView
})

function open(address: string) {
  const element = (
    <DisclosureGroup>
      <Disclosure id="reports" title="Reports" meta="2 documents">
        <p id="newest">Newest</p>
      </Disclosure>
      <Disclosure id="governance" title="Governance" meta="16 policies">
        Policies
      </Disclosure>
    </DisclosureGroup>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />)
  return router
}

test.each(['/investors', '/investors#', '/investors#missing', '/investors#%E0%A4%A'])(
  'no fragment, or none of a fold (%s): all closed',
  (address) => {
    open(address)
    expect(openDisclosures()).toEqual([])
    expect(scrollIntoView).not.toHaveBeenCalled()
  },
)

test('fragment of a fold: it is open and scrolled to', () => {
  open('/investors#governance')
  expect(openDisclosures()).toEqual(['Governance'])
  expect(scrollIntoView.mock.contexts).toEqual([document.getElementById('governance')])
})

test('fragment of something inside: its fold is open', () => {
  open('/investors#newest')
  expect(openDisclosures()).toEqual(['Reports'])
  expect(scrollIntoView.mock.contexts).toEqual([document.getElementById('newest')])
})

test('the same link followed again: a fold closed meanwhile opens again', async () => {
  const router = open('/investors#reports')
  fold('Reports').open = false
  await act(() => router.navigate('/investors#reports'))
  expect(openDisclosures()).toEqual(['Reports'])
})

test('a fold that is open already: the page is left where it is', async () => {
  const router = open('/investors#reports')
  scrollIntoView.mockReset()
  await act(() => router.navigate('/investors#newest'))
  expect(scrollIntoView).not.toHaveBeenCalled()
})

test('without a script a browser opens a fold only for what is inside: the id is there', () => {
  open('/investors')
  expect(document.getElementById('reports')?.closest('details')).toBe(fold('Reports'))
  expect(document.querySelector('details[id], summary[id]')).toBeNull()
})

function fold(title: string) {
  const details = screen.getByRole('heading', { name: title, hidden: true }).closest('details')
  if (!details) throw new Error(`${title} is in no details`)
  return details
}

function openDisclosures() {
  return [...document.querySelectorAll('details[open] h2')].map((heading) => heading.textContent)
}
