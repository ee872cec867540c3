import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { ImagesProvider, Picture } from './picture.tsx'

const images = {
  'hero-1.jpg': { file: 'hero-1.jpg', width: 1000, height: 500 },
  'mark-1.svg': { file: 'mark-1.svg', width: 300, height: 100 },
}

function renderPicture(props: Partial<ComponentProps<typeof Picture>>) {
  return render(
    <ImagesProvider images={images}>
      <Picture file="hero-1.jpg" alt="A cable" sizes="50vw" {...props} />
    </ImagesProvider>,
  )
}

test('no file: nothing', () => {
  expect(renderPicture({ file: '' }).container.innerHTML).toBe('')
})

test('file that is not in the library: nothing', () => {
  expect(renderPicture({ file: 'gone-2.jpg' }).container.innerHTML).toBe('')
})

test('file removed since the page was made: nothing once it does not load; another file is shown again', () => {
  const { container, rerender } = render(<Picture file="hero-1.jpg" alt="A cable" sizes="50vw" />)
  fireEvent.error(screen.getByAltText('A cable'))
  expect(container.innerHTML).toBe('')
  rerender(<Picture file="hero-2.jpg" alt="A cable" sizes="50vw" />)
  expect(screen.getByAltText('A cable')).toBeInTheDocument()
})

test('file that failed before React took the page over: nothing', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  expect(render(<Picture file="hero-1.jpg" alt="A cable" sizes="50vw" />).container.innerHTML).toBe('')
})

test('size that is not read yet: the file itself in the likely size, and no variant', () => {
  const { container } = render(
    <ImagesProvider images={{ 'new-3.jpg': { file: 'new-3.jpg', width: 1200, height: 800, hasAssumedSize: true } }}>
      <Picture file="new-3.jpg" alt="A cable" sizes="50vw" />
    </ImagesProvider>,
  )
  expect(container.querySelector('source')).toBeNull()
  expect(screen.getByAltText('A cable')).toHaveAttribute('src', '/uploads/new-3.jpg')
  expect(screen.getByAltText('A cable')).toHaveAttribute('width', '1200')
})

test('a picture with a focus point: marked for the style that keeps it visible in a crop', () => {
  renderPicture({})
  expect(screen.getByAltText('A cable')).not.toHaveAttribute('data-focus')
  render(
    <ImagesProvider images={{ 'hero-1.jpg': { ...images['hero-1.jpg'], focus: 'top-left' } }}>
      <Picture file="hero-1.jpg" alt="Focused" sizes="50vw" />
    </ImagesProvider>,
  )
  expect(screen.getByAltText('Focused')).toHaveAttribute('data-focus', 'top-left')
})

test('a picture with a note: the note is on it, in a box with the class of the place; not on a decorative one', () => {
  const noted = { 'hero-1.jpg': { ...images['hero-1.jpg'], note: 'Computer image' } }
  const shown = (alt: string) => (
    <ImagesProvider images={noted}>
      <Picture file="hero-1.jpg" alt={alt} sizes="50vw" className="place" />
    </ImagesProvider>
  )
  const { rerender, container } = render(shown('The plant'))
  expect(screen.getByText('Computer image').closest('.noted.place')).toContainElement(screen.getByAltText('The plant'))
  expect(screen.getByAltText('The plant')).not.toHaveClass('place')
  rerender(shown(''))
  expect(screen.queryByText('Computer image')).toBeNull()
  expect(container.querySelector('img')).toHaveClass('place')
})

test('drawing: the file itself, at its own size unless told otherwise', () => {
  const { container } = renderPicture({ file: 'mark-1.svg' })
  expect(container.querySelector('source')).toBeNull()
  expect(screen.getByAltText('A cable').getAttribute('width')).toBe('300')
  renderPicture({ file: 'mark-1.svg', alt: 'Small', width: 30, height: 10 })
  expect(screen.getByAltText('Small').getAttribute('width')).toBe('30')
})

test('photograph: AVIF before WebP, only in widths that exist, with its room kept', () => {
  const { container } = renderPicture({})
  const sources = [...container.querySelectorAll('source')]
  expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp'])
  expect(sources[0]?.srcset).toMatch(/828w, \/variants\/hero-1\.jpg\/1000\.avif 1000w$/)
  expect(sources[0]?.getAttribute('sizes')).toBe('50vw')
  const image = screen.getByAltText('A cable')
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1000', '500'])
})

test('priority: fetched at once; everything else lazily', () => {
  renderPicture({ priority: true })
  renderPicture({ alt: 'Another' })
  const [first, other] = [screen.getByAltText('A cable'), screen.getByAltText('Another')]
  expect([first.getAttribute('loading'), first.getAttribute('fetchpriority')]).toEqual(['eager', 'high'])
  expect([other.getAttribute('loading'), other.getAttribute('fetchpriority')]).toEqual(['lazy', null])
})
