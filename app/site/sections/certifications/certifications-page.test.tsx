import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { CertificateSheet } from './certifications-page.tsx'

const certificate = {
  slug: 'iso-9001',
  date: '2024-04-15',
  title: 'ISO 9001 certificate',
  image: 'cert.jpg',
  imageAlt: 'First page',
  fileUrl: '/uploads/documents/certificate-iso-9001.pdf',
}

test('file that is not there: type and title without size', () => {
  renderInRouter(<CertificateSheet certificate={certificate} id="large" />)
  expect(link().textContent.trim()).toBe('ISO 9001 certificate PDF, 15 Apr 2024 Download')
})

test('no picture: the link is a sheet that says what it is', () => {
  renderInRouter(<CertificateSheet certificate={{ ...certificate, image: '' }} id="large" />)
  expect(document.querySelector('img')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.querySelector('.certificate__sheet')?.textContent).toBe('PDF')
  expect(link().hasAttribute('download')).toBe(true)
})

test('file of another site: opens in a new tab and says so', () => {
  renderInRouter(<CertificateSheet certificate={{ ...certificate, fileUrl: 'https://example.com/c.pdf' }} id="large" />)
  expect(link().getAttribute('target')).toBe('_blank')
  expect(link().hasAttribute('download')).toBe(false)
  expect(link().textContent).toContain('PDF, External')
})

test('picture: is inside the link that downloads the PDF, with its size and date', () => {
  renderInRouter(
    <DocumentsProvider documents={{ [certificate.fileUrl]: { bytes: 8600, date: '1999-01-01' } }}>
      <CertificateSheet certificate={certificate} id="large" />
    </DocumentsProvider>,
  )
  expect(within(link()).getByAltText('First page')).toBeVisible()
  expect(link().getAttribute('href')).toBe(certificate.fileUrl)
  expect(link().hasAttribute('download')).toBe(true)
  expect(link().textContent).toContain('PDF, 9 kB, 15 Apr 2024')
})

test('picture: a button opens it large, by its id alone, and another closes it', () => {
  renderInRouter(<CertificateSheet certificate={certificate} id="large" />)
  const large = screen.getByLabelText('ISO 9001 certificate')
  expect(large).toHaveAttribute('popover')
  expect(within(large).getByAltText('First page')).toHaveAttribute('src', '/uploads/cert.jpg')
  const [open, close] = screen.getAllByRole('button', { hidden: true })
  expect(open).toHaveAccessibleName('Enlarge ISO 9001 certificate')
  expect(large).toContainElement(close ?? null)
  expect(within(large).getByRole('checkbox', { name: 'Full size', hidden: true })).not.toBeChecked()
  expect([open, close].map((button) => button?.getAttribute('popovertarget'))).toEqual([large.id, large.id])
})

function link() {
  return screen.getByRole('link')
}
