import { act, fireEvent, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { HeroSlidesSection } from './hero-slides-section.tsx'
import { heroSlides } from './hero-slides.ts'

function slides(count: number) {
  return {
    slides: Array.from({ length: count }, (_, index) => ({
      _id: `slide${index}`,
      ...heroSlides.schema.parse({ title: `Title ${index + 1}` }),
    })),
  }
}

let isTabHidden = false

beforeEach(() => {
  vi.useFakeTimers()
  isTabHidden = false
  stubReducedMotion(false)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isTabHidden)
  // jsdom has no layout and does not scroll: the mocks place slides of 1000 px side by side.
  Object.defineProperty(HTMLElement.prototype, 'scrollTo', {
    configurable: true,
    value(this: HTMLElement, { left }: { left: number }) {
      this.scrollLeft = left
    },
  })
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(100_000)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return Array.prototype.indexOf.call(this.parentElement?.children, this) * 1000
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubReducedMotion(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
}

function carousel() {
  return screen.getByRole('region', { name: 'Highlights' })
}

/** Number of the slide in view, by its dot; checked against the scroll position. */
function current() {
  expect(track().scrollLeft).toBe((dotsSay() - 1) * 1000)
  return dotsSay()
}

function dotsSay() {
  const dots = screen.getAllByRole('link', { name: /^Slide/ })
  return dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true') + 1
}

function track() {
  const { parentElement } = screen.getByRole('group', { name: /^1 of/ })
  if (!parentElement) throw new Error('The slides have no track')
  return parentElement
}

function scrollTrack(left: number) {
  track().scrollLeft = left
  fireEvent.scroll(track())
}

/** Scrolls like browsers: nothing for 100 ms, then 50 steps of 10 ms. Another scroll ends the previous one. */
function scrollsSmoothly() {
  let steps: ReturnType<typeof setTimeout>
  Object.defineProperty(HTMLElement.prototype, 'scrollTo', {
    configurable: true,
    value(this: HTMLElement, { left }: { left: number }) {
      clearTimeout(steps)
      const from = this.scrollLeft
      const step = (count: number) => {
        scrollTrack(from + ((left - from) * count) / 50)
        if (count < 50) steps = setTimeout(() => step(count + 1), 10)
      }
      steps = setTimeout(() => step(1), 100)
    },
  })
}

test('nothing to show: no section', () => {
  const { container } = renderInRouter(<HeroSlidesSection content={slides(0)} />)
  expect(container.innerHTML).toBe('')
})

test('one slide: no dots, no controls, no clock', () => {
  renderInRouter(<HeroSlidesSection content={slides(1)} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [
    'two seconds before their turn',
    () => {
      pass(5000)
    },
  ],
  [
    'when the carousel is scrolled',
    () => {
      fireEvent.scroll(screen.getByRole('group', { name: /^1 of/ }).parentElement ?? document)
    },
  ],
])('pictures of later slides: fetched %s', (_case, happens) => {
  const content = slides(3)
  const withPictures = { slides: content.slides.map((slide) => ({ ...slide, image: 'picture.svg' })) }
  const { container } = renderInRouter(<HeroSlidesSection content={withPictures} />)
  expect(container.querySelectorAll('img')).toHaveLength(1)
  happens()
  expect(container.querySelectorAll('img')).toHaveLength(3)
})

test('the HTML of the server: anchors as dots, none of the controls that need JavaScript', () => {
  const html = renderToString(<HeroSlidesSection content={slides(3)} />)
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.querySelectorAll('button')).toHaveLength(0)
  const dots = [...page.querySelectorAll<HTMLAnchorElement>('.hero__dots a')]
  expect(dots.map((dot) => page.querySelector(dot.hash)?.getAttribute('aria-label'))).toEqual([
    '1 of 3',
    '2 of 3',
    '3 of 3',
  ])
})

test('untouched: goes on every 7 s, and from the last slide to the first', () => {
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  pass(6999)
  expect(current()).toBe(1)
  pass(1)
  expect(current()).toBe(2)
  pass(7000)
  expect(current()).toBe(1)
})

test('reduced motion: does not move, and there is nothing to pause', () => {
  stubReducedMotion(true)
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  pass(30_000)
  expect(current()).toBe(1)
  expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Next slide' })).toBeVisible()
})

test('paused: does not move, even when pointer and focus are elsewhere; played again: moves on', () => {
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  press('Pause slides')
  fireEvent.pointerLeave(carousel())
  pass(30_000)
  expect(current()).toBe(1)
  press('Play slides')
  pass(7000)
  expect(current()).toBe(2)
})

test('pointed at: waits, and then has the rest of the time left', () => {
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  pass(5000)
  fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' })
  pass(30_000)
  expect(current()).toBe(1)
  fireEvent.pointerLeave(carousel())
  pass(1999)
  expect(current()).toBe(1)
  pass(1)
  expect(current()).toBe(2)
})

test('focus inside: waits; focus outside: moves on', () => {
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  const next = screen.getByRole('button', { name: 'Next slide' })
  act(() => next.focus())
  pass(30_000)
  expect(current()).toBe(1)
  act(() => next.blur())
  pass(7000)
  expect(current()).toBe(2)
})

test('hidden tab: waits', () => {
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  isTabHidden = true
  fireEvent(document, new Event('visibilitychange'))
  pass(30_000)
  expect(current()).toBe(1)
})

test('next, previous, dots: show the slide, wrapping around, and start its time anew', () => {
  renderInRouter(<HeroSlidesSection content={slides(10)} />)
  press('Previous slide')
  expect(current()).toBe(10)
  press('Next slide')
  expect(current()).toBe(1)
  pass(6000)
  // Otherwise the anchor would scroll the page.
  expect(fireEvent.click(screen.getByRole('link', { name: /05$/ }))).toBe(false)
  expect(current()).toBe(5)
  pass(6999)
  expect(current()).toBe(5)
})

test('swiped: the dots follow when the carousel has stopped at a slide, and not before', () => {
  renderInRouter(<HeroSlidesSection content={slides(3)} />)
  scrollTrack(1400)
  pass(1000)
  scrollTrack(2000)
  expect(dotsSay()).toBe(1)
  pass(200)
  expect(current()).toBe(3)
})

test.each([40, 120, 500, 640, 700, 760, 1500])('clicks on next, %i ms apart: none is lost', (pace) => {
  scrollsSmoothly()
  renderInRouter(<HeroSlidesSection content={slides(7)} />)
  for (let click = 1; click <= 5; click += 1) {
    press('Next slide')
    pass(pace)
  }
  expect(dotsSay()).toBe(6)
  pass(2000)
  expect(current()).toBe(6)
})

test('swiped before React took over: the slide in view is the current one', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollLeft', 'get').mockReturnValue(2000)
  renderInRouter(<HeroSlidesSection content={slides(3)} />)
  pass(200)
  expect(dotsSay()).toBe(3)
})

test('slide in words: announced only while the clock does not run', () => {
  renderInRouter(<HeroSlidesSection content={slides(2)} />)
  const inWords = screen.getByText('1 of 2')
  expect(inWords.getAttribute('aria-live')).toBe('off')
  press('Pause slides')
  expect(inWords.getAttribute('aria-live')).toBe('polite')
})
