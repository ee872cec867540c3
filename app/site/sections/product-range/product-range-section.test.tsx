import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ProductRangeSection } from './product-range-section.tsx'
import { productRange } from './product-range.ts'

const content = productRange.schema.parse({
  title: 'Two trades',
  entries: [
    { _id: 'cable', title: 'Cable compounds', overlayText: 'Which goes where', overlayLink: '/contactus' },
    { _id: 'pipe', title: 'Pipe coating', overlayText: 'Without a link' },
  ],
})
const scrollTo = vi.fn()

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  // jsdom has no layout and does not scroll: the mocks place entries of 1000 px side by side.
  Object.defineProperty(HTMLElement.prototype, 'scrollTo', { value: scrollTo, configurable: true })
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(100_000)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return Array.prototype.indexOf.call(this.parentElement?.children, this) * 1000
  })
  scrollTo.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
}

function shownCount() {
  return screen.getByText(/of 2$/).textContent
}

test.each([undefined, { ...content, entries: [] }])('nothing to show: no section', (nothing) => {
  const { container } = renderInRouter(<ProductRangeSection content={nothing} />)
  expect(container.innerHTML).toBe('')
})

test('one entry: no controls', () => {
  renderInRouter(<ProductRangeSection content={{ ...content, entries: content.entries.slice(0, 1) }} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('overlay without a link: left out', () => {
  renderInRouter(<ProductRangeSection content={content} />)
  expect(screen.getByRole('link', { name: 'Which goes where' }).getAttribute('href')).toBe('/contactus')
  expect(screen.queryByText('Without a link')).toBeNull()
})

test('next, pressed twice: the second entry, then around to the first', () => {
  renderInRouter(<ProductRangeSection content={content} />)
  expect(shownCount()).toBe('1 of 2')
  press('Next range')
  expect(shownCount()).toBe('2 of 2')
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 1000, behavior: 'smooth' })
  press('Next range')
  expect(shownCount()).toBe('1 of 2')
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, behavior: 'smooth' })
})

test('previous at the first entry: around to the last', () => {
  renderInRouter(<ProductRangeSection content={content} />)
  press('Previous range')
  expect(shownCount()).toBe('2 of 2')
})

test('reduced motion: the entry is there at once', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  renderInRouter(<ProductRangeSection content={content} />)
  press('Next range')
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 1000, behavior: 'instant' })
})

test('swiped: the count follows when the carousel has stopped', () => {
  vi.useFakeTimers()
  renderInRouter(<ProductRangeSection content={content} />)
  const track = screen.getByRole('group', { name: 'Product ranges' })
  track.scrollLeft = 1000
  fireEvent.scroll(track)
  expect(shownCount()).toBe('1 of 2')
  act(() => {
    vi.advanceTimersByTime(200)
  })
  expect(shownCount()).toBe('2 of 2')
})
