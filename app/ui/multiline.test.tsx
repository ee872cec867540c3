import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Multiline } from './multiline.tsx'

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
