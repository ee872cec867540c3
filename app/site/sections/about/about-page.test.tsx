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
  ringsOf,
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
      <AboutValues title="Values" values={content.values} picture={{ file: '', alt: '' }} />
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
  expect(screen.getByRole('region', { name: /^Heritage From the core/ })).toBeVisible()
  const entries = screen.getAllByRole('listitem').map((entry) => entry.textContent)
  expect(entries).toEqual(['1991FoundedWith PVC.', '2002The Goa plant'])
  expect(document.querySelector('svg.rings')?.getAttribute('aria-hidden')).toBe('true')
})

test('no years at all: today is the core, and nothing is around it', () => {
  expect(ringsOf([], 2026)).toMatchObject({ hairlines: [], marks: [{ year: 2026, isCore: true, isToday: true }] })
})

test('more years than rings have room for: only those that are marked', () => {
  const { hairlines, marks } = ringsOf([1800, 1991], 2026)
  expect(hairlines).toEqual([])
  expect(marks.map(({ year }) => year)).toEqual([1800, 1991, 2026])
})

test('a year ahead of today: is the outermost', () => {
  const { marks } = ringsOf([1991, 2030], 2026)
  expect(marks.map(({ year, isToday }) => [year, isToday])).toEqual([
    [1991, false],
    [2026, true],
    [2030, false],
  ])
})

test('years in any order, one of them twice: one mark each, from the core outwards', () => {
  const years = ringsOf([2014, 1991, 2002, 2014], 2026).marks.map(({ year }) => year)
  expect(years).toEqual([1991, 2002, 2014, 2026])
})

test('distance from the core: is the time that has passed', () => {
  const [core, half, outermost] = ringsOf([2000, 2010], 2020).marks.map(({ radius }) => radius)
  expect(Number(half) - Number(core)).toBeCloseTo(Number(outermost) - Number(half))
})

test('hairlines: one for each year between that has no mark', () => {
  expect(ringsOf([2000, 2005], 2010).hairlines).toHaveLength(8)
})

test('labels: the first in the middle, each other one on its own ring', () => {
  const [first, ...others] = ringsOf([1991, 2002, 2014], 2026).marks
  expect(first).toMatchObject({ x: 0, y: 0 })
  for (const { x, y, radius } of others) expect(Math.hypot(x, y)).toBeCloseTo(radius, 0)
})
