import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountUp } from './stats-section.tsx'

let comeIntoView: (isIntersecting: boolean) => void
const disconnect = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  disconnect.mockClear()
  stubReducedMotion(false)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        comeIntoView = (isIntersecting) => act(() => callback([{ isIntersecting }]))
      }
      observe() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubReducedMotion(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
}

function renderFigure() {
  const Figure = () => {
    return <span ref={useCountUp<HTMLSpanElement>(60_000, 7000)}>60,000</span>
  }
  const { container, unmount } = render(<Figure />)
  return { shown: () => Number(container.textContent.replace(',', '')), unmount }
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('reduced motion: the final value, not even observed', () => {
  stubReducedMotion(true)
  vi.stubGlobal('IntersectionObserver', vi.fn())
  const { shown } = renderFigure()
  expect(shown()).toBe(60_000)
  expect(IntersectionObserver).not.toHaveBeenCalled()
})

test('not yet seen: the final value', () => {
  const { shown } = renderFigure()
  comeIntoView(false)
  pass(10_000)
  expect(shown()).toBe(60_000)
})

test('seen: counts up from nothing, never back, for as long as it should', () => {
  const { shown } = renderFigure()
  comeIntoView(true)
  expect(shown()).toBe(0)
  let before = 0
  for (let passed = 0; passed < 6900; passed += 100) {
    pass(100)
    expect(shown()).toBeGreaterThanOrEqual(before)
    before = shown()
  }
  expect(before).toBeLessThan(60_000)
  pass(200)
  expect(shown()).toBe(60_000)
})

test('counted: no longer observed, so that it counts once', () => {
  renderFigure()
  comeIntoView(true)
  pass(7100)
  expect(disconnect).toHaveBeenCalledOnce()
})

test('out of view while counting: the final value, no frame is asked for any more, and it does not count again', () => {
  const { shown } = renderFigure()
  comeIntoView(true)
  pass(1000)
  expect(shown()).toBeLessThan(60_000)
  comeIntoView(false)
  expect(shown()).toBe(60_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(disconnect).toHaveBeenCalledOnce()
})

test('left while counting: no frame is asked for any more', () => {
  const { unmount } = renderFigure()
  comeIntoView(true)
  pass(1000)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
