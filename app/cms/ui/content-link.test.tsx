import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ButtonLink, ContentLink } from './content-link.tsx'

test.each([
  ...['https://example.com/a', '//example.com/a', 'mailto:info@example.com', 'tel:+910000000000', '#stats'],
  ...['/menus/code.pdf', '/admin', '/admin/login?from=home', '/api/docs'],
])('target outside the public pages, %s: left to the browser', (target) => {
  renderInRouter(<ContentLink to={target}>Go</ContentLink>)
  const link = screen.getByRole('link', { name: 'Go' })
  expect(link.getAttribute('href')).toBe(target)
  expect(wasTakenOver(link)).toBe(false)
})

test('page of the site: opened without a page load', async () => {
  const { path } = renderInRouter(<ContentLink to="/products?from=home#pvc">Go</ContentLink>)
  await userEvent.click(screen.getByRole('link', { name: 'Go' }))
  expect(path()).toBe('/products')
})

test.each([
  { to: '', text: 'All news' },
  { to: '/events', text: '' },
])('button without a text or a target: nothing', ({ to, text }) => {
  renderInRouter(<ButtonLink to={to}>{text}</ButtonLink>)
  expect(screen.queryByRole('link')).toBeNull()
})

/** True if the router handles a click. The listener prevents navigation, which jsdom does not implement. */
function wasTakenOver(link: HTMLElement) {
  let isTaken = false
  const observe = (event: Event) => {
    isTaken = event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', observe, { once: true })
  link.click()
  return isTaken
}
