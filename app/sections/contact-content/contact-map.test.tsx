import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactMap } from './contact-map.tsx'

const link = 'https://maps.example.com/embed?place=goa'

test('no map address: the place and how to find it, nothing to open', () => {
  render(<ContactMap place="Plant" details={'First line\nSecond line'} mapEmbedLink="" />)
  expect(screen.getByText('Plant')).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})

test('without JavaScript: a link to the map, no frame', () => {
  const html = renderToStaticMarkup(<ContactMap place="Plant" details="" mapEmbedLink={link} />)
  expect(html).toContain(`<a href="${link}">Show the map</a>`)
  expect(html).not.toContain('iframe')
})

test('with JavaScript: nothing is loaded until it is asked for, and it can be put away again', async () => {
  render(<ContactMap place="Plant" details="" mapEmbedLink={link} />)
  expect(screen.queryByTitle('Map: Plant')).toBeNull()
  expect(screen.getByText('from maps.example.com')).toBeInTheDocument()
  const button = screen.getByRole('button', { name: 'Show the map' })
  await userEvent.click(button)
  expect(screen.getByTitle('Map: Plant')).toHaveAttribute('src', link)
  expect(button).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Hide the map' }))
  expect(screen.queryByTitle('Map: Plant')).toBeNull()
})
