import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ApplySection, SoughtPeople, WhySection } from './careers-page.tsx'
import { careers } from './careers.ts'

const content = careers.schema.parse({
  lead: 'For those who want to know why.',
  intro: 'We look twice.',
  whyTitle: 'Why people stay',
  whyImage: 'why.jpg',
  values: [{ _id: 'team', title: 'Talented team', description: 'At one table.' }],
  applyTitle: 'How to apply',
  applyLead: 'Send a CV.',
  steps: [{ title: 'You write', text: 'At any time.' }],
  body: 'We know each other.',
})

test('no e-mail address known: applying leads to the contact page', () => {
  renderInRouter(<ApplySection content={content} email={undefined} />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/contactus')
})

test('no picture, values or steps: none of their frames is left behind', () => {
  renderInRouter(
    <>
      <SoughtPeople content={{ ...content, whyImage: '' }} />
      <WhySection content={{ ...content, values: [] }} whyHtml="<p>We know each other.</p>" />
      <ApplySection content={{ ...content, steps: [] }} email="careers@example.com" />
    </>,
  )
  expect(document.querySelector('img')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByRole('region', { name: /^Why people/ }).textContent).toContain('We know each other.')
})

test('e-mail address: is written out and opens a message', () => {
  renderInRouter(<ApplySection content={content} email="careers@example.com" />)
  const link = screen.getByRole('link', { name: 'careers@example.com' })
  expect(link.getAttribute('href')).toBe('mailto:careers@example.com')
})
