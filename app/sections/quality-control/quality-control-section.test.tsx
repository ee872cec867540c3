import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { QualityControlSection } from './quality-control-section.tsx'
import { qualityControl } from './quality-control.ts'

const content = qualityControl.schema.parse({
  _id: 'quality-control',
  title: 'Nothing leaves untested',
  subTitle: 'Two checks.',
  descriptions: ['Incoming resin. Melt flow of every lot.', 'At dispatch. A certificate.'],
  image: 'laboratory.jpg',
  imageAlt: 'A laboratory',
})

test('content that could not be read: nothing is shown', () => {
  const { container } = renderInRouter(<QualityControlSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('no image, no subtitle, no descriptions: the heading alone', () => {
  renderInRouter(<QualityControlSection content={{ ...content, subTitle: '', descriptions: [], image: '' }} />)
  expect(screen.getByRole('heading', { level: 2 })).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
})

test('descriptions: the first sentence of each is bold', () => {
  renderInRouter(<QualityControlSection content={content} />)
  const bold = [...document.querySelectorAll('li b')].map((element) => element.textContent)
  expect(bold).toEqual(['Incoming resin.', 'At dispatch.'])
  expect(screen.getByAltText('A laboratory')).toBeDefined()
})
