import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { PREVIEW_SHARE, rememberedShare } from './preview-choice.ts'
import { PreviewSplit } from './preview-split.tsx'

beforeEach(() => {
  document.cookie = 'preview-share=; Path=/admin; Max-Age=0'
  window.history.replaceState(null, '', '/admin/about')
})

const handle = () => screen.getByRole('separator', { name: 'Width of the preview' })
const shown = () => document.documentElement.style.getPropertyValue('--preview-share')

test('arrow keys, Home and End move the handle between its limits, and the browser remembers where it is', async () => {
  render(<PreviewSplit controls="panel" />)
  expect(handle()).toHaveAttribute('aria-valuenow', '38')
  handle().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(handle()).toHaveAttribute('aria-valuenow', '40')
  expect(shown()).toBe('40')
  expect(rememberedShare(document.cookie)).toBe(40)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(handle()).toHaveAttribute('aria-valuenow', '36')
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(rememberedShare(document.cookie)).toBe(PREVIEW_SHARE.max)
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(rememberedShare(document.cookie)).toBe(PREVIEW_SHARE.min)
})

test('a drag follows the pointer, and one that the browser cancels leaves the last width', () => {
  const at = (share: number) => ({ pointerId: 1, button: 0, clientX: window.innerWidth * (1 - share / 100) })
  render(<PreviewSplit controls="panel" />)
  handle().setPointerCapture = () => undefined
  fireEvent.pointerDown(handle(), at(38))
  fireEvent.pointerMove(handle(), at(50))
  expect(shown()).toBe('50')
  expect(rememberedShare(document.cookie)).toBe(PREVIEW_SHARE.default)
  fireEvent.pointerUp(handle(), at(50))
  expect(rememberedShare(document.cookie)).toBe(50)
  fireEvent.pointerMove(handle(), at(30))
  expect(shown()).toBe('50')
})

test('a click without a drag takes the next of three widths, then the first again', () => {
  const point = { pointerId: 1, button: 0, clientX: 600 }
  const click = () => {
    fireEvent.pointerDown(handle(), point)
    fireEvent.pointerUp(handle(), point)
    return Number(handle().getAttribute('aria-valuenow'))
  }
  render(<PreviewSplit controls="panel" />)
  handle().setPointerCapture = () => undefined
  const widths = [click(), click(), click()]
  expect(widths[0]).toBeGreaterThan(PREVIEW_SHARE.default)
  expect(widths[1]).toBeLessThan(PREVIEW_SHARE.default)
  expect(widths[2]).toBe(PREVIEW_SHARE.default)
})

test.each(['', 'preview-share=wide', 'preview-share=', 'xpreview-share=50'])(
  'a browser that remembers no width has the default: %j',
  (cookies) => {
    expect(rememberedShare(cookies)).toBe(PREVIEW_SHARE.default)
  },
)

test.each([
  ['preview=closed; preview-share=50', 50],
  ['preview-share=5', PREVIEW_SHARE.min],
  ['preview-share=1e9', PREVIEW_SHARE.max],
])('a remembered width is within the limits: %s', (cookies, share) => {
  expect(rememberedShare(cookies)).toBe(share)
})
