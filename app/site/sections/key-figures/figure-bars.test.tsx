import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FigureBars } from './figure-bars.tsx'

const years = ['2022-23', '2023-24', '2024-25']

test('a figure: all years in the text of the chart', () => {
  render(<FigureBars years={years} figure={{ name: 'Revenue', unit: 'Rs crore', values: ['400', '500', '600'] }} />)
  expect(
    screen.getByRole('img', { name: 'Revenue in Rs crore. 2022-23: 400, 2023-24: 500, 2024-25: 600' }),
  ).toBeVisible()
})

test('a loss: its bar lies below zero, and the tallest bar fills the drawing', () => {
  render(<FigureBars years={years} figure={{ name: 'Profit', unit: 'Rs', values: ['-10', '0', '30'] }} />)
  const bars = [...document.querySelectorAll('rect')].map((bar) =>
    ['y', 'height'].map((name) => bar.getAttribute(name)),
  )
  expect(bars).toEqual([
    ['33', '11'],
    ['33', '1'],
    ['0', '33'],
  ])
})
