import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Portrait } from './portrait.tsx'

test.each([
  ['Rohan Naik', 'RN'],
  ['  Farida  K.  Contractor ', 'FC'],
  ['Thomas', 'T'],
  ['रोहन नाईक', 'रन'],
  ['', ''],
])('no portrait of “%s”: the initials %s, which are not read out', (name, initials) => {
  const { container } = render(<Portrait file="" name={name} sizes="4.5rem" />)
  expect(container.textContent).toBe(initials)
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true')
})

test('a portrait: is shown, without a text that repeats the name', () => {
  const { container } = render(<Portrait file="rohan.jpg" name="Rohan Naik" sizes="4.5rem" />)
  expect(container.querySelector('img')).toHaveAttribute('alt', '')
  expect(container.textContent).toBe('')
})
