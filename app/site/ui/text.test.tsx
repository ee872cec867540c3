import { expect, test } from 'vitest'
import { Multiline, bindLastWords } from './text.tsx'
import { render } from '@testing-library/react'

test('fewer than three words: as they are', () => {
  expect(bindLastWords('')).toBe('')
  expect(bindLastWords('Cable compounds')).toBe('Cable compounds')
})

test('last two words wider than a phone: as they are', () => {
  const text = 'Tests of crosslinkable polyethylenes'
  expect(bindLastWords(text)).toBe(text)
})

test('three words or more: the last space does not break', () => {
  expect(bindLastWords('Every layer of the cable')).toBe('Every layer of the\u00a0cable')
})

test('one line: no break', () => {
  const { container } = render(<Multiline text="Fibre that survives" />)
  expect(container.querySelector('br')).toBeNull()
})

test('several lines: a break between them, with a space for layouts that hide it', () => {
  const { container } = render(<Multiline text={'The layer\nbetween current\nand the rest'} />)
  expect(container.innerHTML).toBe('The layer <br>between current <br>and the&nbsp;rest')
})

test('markup in the text: shown as text', () => {
  const { container } = render(<Multiline text={'<b>bold</b>\nplain'} />)
  expect(container.querySelector('b')).toBeNull()
})
