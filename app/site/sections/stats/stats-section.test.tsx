import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { StatsSection } from './stats-section.tsx'
import { stats } from './stats.ts'

const content = stats.schema.parse({ _id: 'stats', yearsExperience: 35, clientsWorldwide: 1250, capacity: '60000' })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  return () => vi.unstubAllGlobals()
})

test('content that could not be read: nothing is shown', () => {
  const { container } = render(<StatsSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('the HTML of the server: has the final figures, with thousands grouped', () => {
  const html = renderToString(<StatsSection content={content} />)
  for (const figure of ['35', '1,250', '60,000']) expect(html).toContain(`aria-hidden="true">${figure}<`)
})

test('assistive technology: reads each figure once', () => {
  render(<StatsSection content={content} />)
  const read = screen.getAllByRole('definition').map((figure) => {
    for (const hidden of figure.querySelectorAll('[aria-hidden]')) hidden.remove()
    return figure.textContent
  })
  expect(read).toEqual(['35', '1,250', '60,000'])
})

test('icon of its own: replaces the drawn one', () => {
  const { container } = render(
    <StatsSection content={{ ...content, icons: { ...content.icons, clients: 'globe-1.svg' } }} />,
  )
  expect(container.querySelectorAll('svg')).toHaveLength(2)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/uploads/globe-1.svg')
})
