import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { Navbar } from './navbar.tsx'

const links = [
  { text: 'Home', link: '/' },
  { text: 'Products', link: '/products' },
  { text: 'Contact', link: '/contactus' },
]

// jsdom does not implement popovers.
const hidePopover = vi.fn()
Object.defineProperty(HTMLElement.prototype, 'hidePopover', { value: hidePopover })
afterEach(() => hidePopover.mockClear())

/** Finds a link by its text: without the site's style sheet, a closed popover hides its links from queries by role. */
function link(name: string) {
  return screen.getByText(name, { selector: 'a' })
}

function current(name: string) {
  return link(name).getAttribute('aria-current')
}

test('page: its own link is marked, the others are not', async () => {
  renderInRouter(<Navbar companyName="Polymer" search="/search" links={links} />)
  expect([current('Home'), current('Products')]).toEqual(['page', null])
  await userEvent.click(link('Products'))
  expect([current('Home'), current('Products')]).toEqual([null, 'page'])
})

test('page below another: the link above it is marked, as such', async () => {
  renderInRouter(
    <Navbar companyName="Polymer" search="/search" links={[...links, { text: 'PVC', link: '/products/pvc' }]} />,
  )
  await userEvent.click(link('PVC'))
  expect([current('Home'), current('Products'), current('PVC')]).toEqual([null, 'true', 'page'])
})

test('the first page: a menu that was opened before hydration stays open', () => {
  renderInRouter(<Navbar companyName="Polymer" search="/search" links={links} />)
  expect(hidePopover).not.toHaveBeenCalled()
})

test('client-side navigation: the menu closes', async () => {
  renderInRouter(<Navbar companyName="Polymer" search="/search" links={links} />)
  await userEvent.click(link('Contact'))
  expect(hidePopover).toHaveBeenCalled()
})

test('focus leaves the menu: it closes; focus moves within it: it stays', () => {
  renderInRouter(<Navbar companyName="Polymer" search="/search" links={links} />)
  const [home, contact] = [link('Home'), link('Contact')]
  fireEvent.blur(home, { relatedTarget: contact })
  expect(hidePopover).not.toHaveBeenCalled()
  fireEvent.blur(contact, { relatedTarget: document.body })
  expect(hidePopover).toHaveBeenCalledOnce()
})

test('more links: in the menu of narrow screens alone', () => {
  renderInRouter(
    <Navbar companyName="Polymer" search="/search" links={[...links, { text: 'Results', link: '/r', isMore: true }]} />,
  )
  expect(link('Results').parentElement).toHaveClass('nav__more')
  expect(link('Contact').parentElement).not.toHaveClass('nav__more')
})

test('the search: a form that sends its words to the page of the search, and a link to it', () => {
  renderInRouter(<Navbar companyName="Polymer" search="/search" links={links} />)
  const field = screen.getByRole('searchbox', { name: 'Search', hidden: true })
  expect(field).toHaveAttribute('name', 'q')
  expect(field.closest('form')).toHaveAttribute('action', '/search')
  expect(field.closest('form')).not.toHaveAttribute('method', 'post')
  expect(link('Search')).toHaveAttribute('href', '/search')
})
