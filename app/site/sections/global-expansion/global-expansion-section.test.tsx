import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GlobalExpansionSection } from './global-expansion-section.tsx'
import { globalExpansion } from './global-expansion.ts'

const content = globalExpansion.schema.parse({
  _id: 'global-expansion',
  title: 'Four continents',
  paragraph1: 'First',
  paragraph2: 'Second',
  listItems: ['One', 'Two', 'Three', 'Four'],
  image: 'globe.jpg',
  imageAlt: 'A globe',
})

test('content that could not be read: nothing is shown', () => {
  const { container } = render(<GlobalExpansionSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('paragraphs left empty: leave no gap', () => {
  const { container } = render(<GlobalExpansionSection content={content} />)
  expect([...container.querySelectorAll('p:not(.label)')].map((paragraph) => paragraph.textContent)).toEqual([
    'First',
    'Second',
  ])
})

test('no image: the text does not share its row with nothing', () => {
  const { container } = render(<GlobalExpansionSection content={{ ...content, image: '' }} />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(container.querySelector('.expand__grid')).toBeNull()
})

test('facts: a list, in its order', () => {
  render(<GlobalExpansionSection content={content} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(content.listItems)
})
