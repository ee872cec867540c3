import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import {
  AboutHero,
  AboutProfile,
  AboutPurpose,
  AboutValues,
  HeritageSection,
  LeadershipSection,
} from './about-page.tsx'
import { about } from './about.ts'

const content = about.schema.parse({
  title: 'The layers nobody sees',
  lead: 'We make them.',
  image: 'plant.jpg',
  imageAlt: 'The plant',
  about: 'We make polymer.',
  facts: [{ _id: 'founded', name: 'Founded', text: '1991' }],
  vision: 'Grids that last.',
  mission: 'Compounds that run.',
  purposeImage: 'pellets.jpg',
  purposeImageAlt: 'Pellets',
  heritage: {
    title: 'From the core outwards',
    lead: 'In section.',
    milestones: [
      { _id: 'founded', year: 1991, title: 'Founded', description: 'With PVC.' },
      { _id: 'plant', year: 2002, title: 'The Goa plant' },
    ],
  },
  valuesTitle: 'Values',
  values: [{ _id: 'clean', title: 'Clean', description: 'Before fast.' }],
  leadersTitle: 'Leaders',
  leaders: [{ _id: 'a', name: 'Rohan Naik', role: 'Chairman', image: 'leader.jpg', text: 'He leads.' }],
  body: 'The company was founded in 1991.',
})

test('no pictures: no broken image is left behind, and every text is there', () => {
  const bare = { ...content, image: '', purposeImage: '' }
  renderInRouter(
    <>
      <AboutHero crumb="About Us" content={bare} />
      <AboutPurpose content={bare} />
    </>,
  )
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The layers nobody sees')
  expect(screen.getByRole('region', { name: 'Mission' }).textContent).toContain('Compounds that run.')
})

test('no facts, values or leaders: none of their frames is left behind', () => {
  renderInRouter(
    <>
      <AboutProfile content={{ ...content, facts: [] }} profileHtml="<p>Profile</p>" />
      <AboutValues title="Values" values={[]} />
      <LeadershipSection title="Leaders" leaders={[]} />
    </>,
  )
  expect(document.querySelector('dl')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Values' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Leaders' })).toBeNull()
})

test('breadcrumb: leads home and names this page', () => {
  renderInRouter(<AboutHero crumb="About Us" content={content} />)
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  expect(crumbs.getByText('About Us').getAttribute('aria-current')).toBe('page')
})

test('facts: each name with its text', () => {
  renderInRouter(<AboutProfile content={content} profileHtml="<p>Profile</p>" />)
  expect(screen.getByRole('term').textContent).toBe('Founded')
  expect(screen.getByRole('definition').textContent).toBe('1991')
})

test('heritage: the list holds every milestone, one without a description too; the drawing is not read out', () => {
  renderInRouter(<HeritageSection heritage={content.heritage} year={2026} />)
  const entries = screen.getAllByRole('listitem').map((entry) => entry.textContent)
  expect(entries).toEqual(['1991FoundedWith PVC.', '2002The Goa plant'])
  expect(document.querySelector('svg.rings')?.getAttribute('aria-hidden')).toBe('true')
})
