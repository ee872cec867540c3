import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { CertificateLink } from './certifications-page.tsx'

const certificate = {
  slug: 'iso-9001',
  date: '2024-04-15',
  title: 'ISO 9001 certificate',
  image: 'cert.jpg',
  imageAlt: 'First page',
  fileUrl: '/uploads/documents/certificate-iso-9001.pdf',
}

test('file that is not there: type and title without size', () => {
  renderInRouter(<CertificateLink certificate={certificate} />)
  expect(link().textContent.trim()).toBe('ISO 9001 certificate PDF, 15 Apr 2024 Download')
})

test('no picture: the link is a sheet that says what it is', () => {
  renderInRouter(<CertificateLink certificate={{ ...certificate, image: '' }} />)
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelector('.certificate__sheet')?.textContent).toBe('PDF')
  expect(link().hasAttribute('download')).toBe(true)
})

test('file of another site: opens in a new tab and says so', () => {
  renderInRouter(<CertificateLink certificate={{ ...certificate, fileUrl: 'https://example.com/c.pdf' }} />)
  expect(link().getAttribute('target')).toBe('_blank')
  expect(link().hasAttribute('download')).toBe(false)
  expect(link().textContent).toContain('PDF, External')
})

test('picture: is inside the link that downloads the PDF, with its size and date', () => {
  renderInRouter(
    <DocumentsProvider documents={{ [certificate.fileUrl]: { bytes: 8600, date: '1999-01-01' } }}>
      <CertificateLink certificate={certificate} />
    </DocumentsProvider>,
  )
  expect(screen.getByAltText('First page').closest('a')).toBe(link())
  expect(link().getAttribute('href')).toBe(certificate.fileUrl)
  expect(link().hasAttribute('download')).toBe(true)
  expect(link().textContent).toContain('PDF, 9 kB, 15 Apr 2024')
})

function link() {
  return screen.getByRole('link')
}
