import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FigureBand } from './figure-band.tsx'

const years = ['2022-23', '2023-24', '2024-25']

test('no figures: nothing is shown', () => {
  const { container } = render(<FigureBand years={years} figures={[]} />)
  expect(container.innerHTML).toBe('')
})

test('a figure: the last value, its change, and all years in the text of the chart', () => {
  render(
    <FigureBand
      years={years}
      figures={[{ _id: 'revenue', name: 'Revenue', unit: 'Rs crore', values: ['400', '500', '600'] }]}
    />,
  )
  expect(screen.getByText('Year 2024-25, and change on 2023-24')).toBeVisible()
  expect(screen.getByRole('term')).toHaveTextContent('Revenue, Rs crore')
  expect(screen.getByText('+20.0 %')).toBeVisible()
  expect(
    screen.getByRole('img', { name: 'Revenue in Rs crore. 2022-23: 400, 2023-24: 500, 2024-25: 600' }),
  ).toBeVisible()
})

test('a loss: its bar lies below zero, and the tallest bar fills the drawing', () => {
  render(<FigureBand years={years} figures={[{ _id: 'p', name: 'Profit', unit: 'Rs', values: ['-10', '0', '30'] }]} />)
  const bars = [...document.querySelectorAll('rect')].map((bar) =>
    ['y', 'height'].map((name) => bar.getAttribute(name)),
  )
  expect(bars).toEqual([
    ['33', '11'],
    ['33', '1'],
    ['0', '33'],
  ])
})
