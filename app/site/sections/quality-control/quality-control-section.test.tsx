import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { QualityControlSection, splitFirstSentence } from './quality-control-section.tsx'
import { qualityControl, shownQualityControl } from './quality-control.ts'

const stored = qualityControl.schema.parse({
  _id: 'quality-control',
  title: 'Nothing leaves untested',
  subTitle: 'Two checks.',
  descriptions: ['Incoming resin. Melt flow of every lot.', 'At dispatch. A certificate.'],
  image: 'laboratory.jpg',
  imageAlt: 'A laboratory',
})

const content = shownQualityControl(stored)

test('content that could not be read: nothing is shown', () => {
  const { container } = renderInRouter(<QualityControlSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('no image, no subtitle, no descriptions: the heading alone', () => {
  renderInRouter(<QualityControlSection content={{ ...content, subTitle: '', descriptions: [], image: '' }} />)
  expect(screen.getByRole('heading', { level: 2 })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
})

test('descriptions: the first sentence of each is bold', () => {
  renderInRouter(<QualityControlSection content={content} />)
  const bold = [...document.querySelectorAll('li b')].map((element) => element.textContent)
  expect(bold).toEqual(['Incoming resin.', 'At dispatch.'])
  expect(screen.getByAltText('A laboratory')).toBeVisible()
})

test.each([
  ['no full stop: all of it', 'Melt flow of every lot', 'Melt flow of every lot', ''],
  ['one sentence: all of it', 'Every lot is tested.', 'Every lot is tested.', ''],
  ['two sentences: split between them', 'On the line. Torque is logged.', 'On the line.', ' Torque is logged.'],
  ['a decimal point: no end', 'Density of 0.92 is held. Always.', 'Density of 0.92 is held.', ' Always.'],
  [
    'an abbreviation before a small letter: no end',
    'Kept approx. five years. Dry.',
    'Kept approx. five years.',
    ' Dry.',
  ],
  ['a closing quotation mark: belongs to the sentence', '“Tested.” Then sent.', '“Tested.”', ' Then sent.'],
  ['a line break: ends like a space', 'At dispatch.\nA certificate.', 'At dispatch.', '\nA certificate.'],
  ['Devanagari: ends at the danda', 'जाँच होती है। फिर भेजा जाता है।', 'जाँच होती है।', ' फिर भेजा जाता है।'],
])('%s', (_, text, first, rest) => {
  expect(splitFirstSentence(text)).toEqual({ first, rest })
})

test('a test record with results: instead of the image, each result beside its limit, figures in one piece', () => {
  const results = [
    { property: 'Oxygen index', method: 'ASTM D2863', limit: '≥ 35 %', result: '36.4 %' },
    { property: 'Density', method: '', limit: '1.46 to 1.52 g/cm³', result: 'Passed on all lots' },
  ]
  const record = { ...stored.record, title: 'Record', product: 'HF 60 S', lot: '2611', date: '2026-11-17', results }
  renderInRouter(<QualityControlSection content={shownQualityControl({ ...stored, record })} />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByRole('table')).toHaveAccessibleName('Record HF 60 S, Lot 2611 · Released on 17 November 2026')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Oxygen index ASTM D2863',
    'Density ',
  ])
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '≥\u00a035\u00a0%',
    '36.4\u00a0%',
    '1.46\u00a0to\u00a01.52 g/\u2060cm³',
    'Passed on all lots',
  ])
  expect(screen.queryByRole('link')).toBeNull()
})
