import { readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { parseMarkdown } from '#app/cms/content/format/content-file.ts'
import { renderInRouter } from '../../../../test/render-in-router.tsx'
import { ProductPageView, type RelatedProductsContent } from './product-page-view.tsx'
import type { GradeTableContent } from './grade-table-content.ts'
import { productPages } from './product-page.ts'

const filling = contentOf('/products/cable-filling')
const adhesive = contentOf('/products/adhesive')

const grades = {
  product: 'adhesive',
  columns: [
    { title: 'Form', figures: false },
    { title: 'Peel at 23 °C, N/mm', figures: true },
  ],
  rows: ['AD 80', 'AD 80 F'].map((grade) => ({
    ...{
      key: grade.toLowerCase().replaceAll(' ', '-'),
      grade,
      href: '/products/adhesive/ad-80',
      state: grade === 'AD 80' ? 'On request' : '',
      use: 'Film',
    },
    cells: [
      { text: 'Pellets', by: '' },
      { text: '28', by: grade === 'AD 80' ? 'ISO 21809-1' : '' },
    ],
  })),
} satisfies GradeTableContent

const related = {
  label: 'Cable compounds',
  allPath: '/products#power-cables',
  title: 'In the same cable',
  products: [{ _id: 'x', slug: 'xlpe-compound', title: 'XLPE Compound', description: '', image: '', imageAlt: '' }],
} satisfies RelatedProductsContent

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

test('no address to write to: the note has no link', () => {
  show(filling, { email: undefined })
  expect(screen.getByRole('heading', { name: NOTE })).toBeInTheDocument()
  expect(mailLinks()).toEqual([])
})

test('headings of the table and of the facts: those of the page, and the facts before the description', () => {
  show({ ...filling, tableTitle: 'Types', supplyTitle: 'Construction' })
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.filter((text) => ['Types', 'Description', 'Construction'].includes(text))).toEqual([
    'Types',
    'Description',
    'Construction',
  ])
  expect(screen.getByRole('table', { name: 'Types of Cable Filling Compound' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'More products' })).toBeNull()
})

test('no related products: no section of them', () => {
  show(filling, { related: { ...related, products: [] } })
  expect(screen.queryByRole('heading', { name: /In the same/ })).toBeNull()
})

test('a product without voltages and temperatures: no rows of them', () => {
  show(adhesive)
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Voltage' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Application temperature' })).toBeNull()
})

test('breadcrumb: home, products, the product', () => {
  show(adhesive)
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem')
  expect(crumbs.map((crumb) => crumb.textContent)).toEqual(['Home', 'Products', 'Adhesives'])
})

test('grades: one row each, with what is said of it in small letters', () => {
  show(adhesive)
  const table = screen.getByRole('table', { name: 'Grades of Adhesives' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))).toEqual([
    ['Grade', 'Form', 'Peel at 23 °C, N/mm'],
    ['AD 80On request', 'Pellets', '28ISO 21809-1'],
    ['AD 80 F', 'Pellets', '28'],
  ])
  expect(screen.getByText('Grades', { selector: 'dt' }).nextSibling?.textContent).toBe('2')
})

test('no grade yet: said in place of the table, and not counted', () => {
  show(adhesive, { grades: { product: 'adhesive', columns: [], rows: [] } })
  expect(screen.getByText('No grade has been published yet.')).toBeInTheDocument()
  expect(screen.queryByText('Grades', { selector: 'dt' })).toBeNull()
})

test('a grade: a link to its data sheet, with its name in the text', () => {
  show(adhesive)
  const link = screen.getByRole('link', { name: 'PDF: data sheet of AD 80 F' })
  expect(link.getAttribute('href')).toBe('/products/adhesive/ad-80.pdf')
})

test('cable filling: the voltage classes of the specification', () => {
  show(filling)
  const table = screen.getByRole('table', { name: 'Voltage classes and their grades' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent))).toEqual([
    ['Low voltage', 'up to 1.1 KV'],
    ['Medium voltage', 'above 1.1 KV up to 33 KV'],
    ['Extra high voltage', '66 KV and above'],
  ])
})

test('cable filling: the application temperatures of the specification, in figures and on a scale that says them', () => {
  show(filling)
  expect(screen.getByText('Semi-liquid', { selector: 'dt' }).nextSibling?.textContent).toBe('90–95 °C')
  expect(screen.getByText('Liquid', { selector: 'dt' }).nextSibling?.textContent).toBe('100–105 °C')
  const scale = screen.getByRole('img', { name: '90-95 C semi-liquid and 100-105 C liquid' })
  const bands = [...scale.querySelectorAll('.scale__band')].map((band) => [
    band.getAttribute('x'),
    band.getAttribute('width'),
  ])
  expect(bands).toEqual([
    ['20%', '20%'],
    ['60%', '20%'],
  ])
})

test('data sheet: a letter to the company with the product in its subject', () => {
  show(filling)
  expect(mailLinks()).toEqual([
    'mailto:info@example.com',
    'mailto:info@example.com?subject=Technical%20data%20sheet%3A%20Cable%20Filling%20Compound',
  ])
})

const NOTE = 'Technical data sheets are available on request by e-mail.'

function show(product: ReturnType<typeof contentOf>, changes: Partial<Parameters<typeof ProductPageView>[0]> = {}) {
  return renderInRouter(
    <ProductPageView
      product={product}
      grades={grades}
      description="<p>Text</p>"
      email="info@example.com"
      answerTime="two working days"
      related={related}
      rowName="Grade"
      {...changes}
    />,
  )
}

function contentOf(address: string) {
  const section = productPages.entry(address.slice('/products/'.length))
  return section.schema.parse(parseMarkdown(readFileSync(`content/${section.file}`, 'utf8')).value)
}

function mailLinks() {
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  return addresses.filter((address) => address?.startsWith('mailto:'))
}
