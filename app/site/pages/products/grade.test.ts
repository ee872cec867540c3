import { expect, test } from 'vitest'
import { missingOfGrades } from '#app/site/admin/missing-of-grades/missing-of-grades.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { gradeIndex } from '#app/site/sections/grade-finder/grade-index.server.ts'
import * as sitemap from '#app/site/feeds/sitemap.tsx'
import * as csv from '#app/site/feeds/grades-csv.tsx'
import * as json from '#app/site/feeds/grades-json.tsx'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './grade.tsx'

const site = await createTestSite()
const by = { author: 'admin', reason: 'test' }
const grade = grades.entry('pv-90-s')
const shipped = site.content.read(grade).value
const PAGE = '/products/pvc-compound/pv-90-s'

/** The status of an address, with where it leads or what it shows. */
function visit(path: string) {
  const [, , slug, last] = path.split('/')
  try {
    const { data, init } = loader({ params: { slug, grade: last }, request: ownRequest(path) })
    return { status: init?.status ?? 200, shown: data.state === 'shown' ? data : undefined, to: '' }
  } catch (thrown) {
    const response = thrown as Response
    return { status: response.status, shown: undefined, to: response.headers.get('Location') }
  }
}
const statusOf = (path: string) => {
  const { status, to } = visit(path)
  return [status, to]
}
const change = (fields: Partial<typeof shipped>) =>
  site.content.update(grade, { ...by, change: (content) => ({ ...content, ...fields }) })

test('a grade: its values in groups with unit, method and condition, its standards, and what is said of its product', () => {
  const { shown } = visit(PAGE)
  expect(shown).toMatchObject({ title: 'PV 90 S', product: { href: '/products/pvc-compound' }, isListed: true })
  expect(shown?.groups[0]).toEqual({
    title: 'Mechanical',
    values: [
      { name: 'Tensile strength', text: '15.5', unit: 'MPa', basis: 'Typical', method: 'IEC 60811-501', condition: '' },
      { name: 'Elongation', text: '270', unit: '%', basis: 'Typical', method: 'IEC 60811-501', condition: '' },
    ],
  })
  expect(shown?.standards.map(({ name }) => name)).toEqual(['IS 5831 ST2', 'IEC 60502-1 ST2'])
  expect(shown?.supply.map(({ name }) => name)).toContain('Packing')
  expect(shown?.compare?.href).toMatch(/compare=pv-90-s,pv-\d/)
  expect(shown?.compare?.text).toMatch(/^Compare with PV \d/)
  expect(shown?.product.picture.file).toMatch(/^product-pvc/)
})

test('the preview of a grade is its page, whatever its address is', () => {
  expect(statusOf(grade.page)).toEqual([302, PAGE])
})

test('every grade has its page, below its product page, and the sitemap has it', async () => {
  const text = await sitemap.loader().text()
  const listed = site.service(gradeIndex).listed()
  expect(listed.length).toBeGreaterThan(50)
  for (const { href } of listed) {
    expect(statusOf(href)).toEqual([200, ''])
    expect(text).toContain(`${href}</loc>`)
  }
})

test('an address that no grade has: 404, also that of a grade of another product', () => {
  expect(statusOf('/products/pvc-compound/pv-91')).toEqual([404, ''])
  expect(statusOf('/products/hffr-compound/pv-90-s')).toEqual([404, ''])
  expect(site.definition.addresses.others?.mayHave(site, '/products/pvc-compound/pv-91')).toBe(false)
})

test('a new address of the grade or of its product page: the former ones lead there', async () => {
  await change({ address: 'pv-90-st2' })
  expect(statusOf(PAGE)).toEqual([308, '/products/pvc-compound/pv-90-st2'])
  expect(statusOf('/products/grades/pv-90-s')).toEqual([302, '/products/pvc-compound/pv-90-st2'])
  const page = productPages.entry('pvc-compound')
  const before = site.content.read(siteDetails).value.redirects.length
  await site.content.update(page, { ...by, change: (content) => ({ ...content, address: 'pvc' }) })
  expect(site.content.read(siteDetails).value.redirects).toHaveLength(before + 1)
  expect(statusOf('/products/pvc-compound/pv-90-st2')).toEqual([308, '/products/pvc/pv-90-st2'])
  expect(statusOf('/products/pvc/pv-90-st2')).toEqual([200, ''])
  await site.content.update(page, { ...by, change: (content) => ({ ...content, address: '' }) })
  await change({ address: '' })
  expect(statusOf(PAGE)).toEqual([200, ''])
  expect(statusOf('/products/pvc-compound/pv-90-st2')).toEqual([308, PAGE])
})

test('the certificate of a standard: linked until it is withdrawn, then missing for staff', async () => {
  const [first, ...others] = shipped.meets
  if (!first) throw new Error('The grade meets standards')
  await change({ meets: [{ ...first, certificate: 'certificate-iso-9001' }, ...others] })
  const linked = () => visit(PAGE).shown?.standards.map(({ certificate }) => certificate?.href)
  const missing = () =>
    missingOfGrades(site, new Map())
      .withoutCertificate.filter(({ places }) => places.some(({ title }) => title === 'PV 90 S'))
      .map(({ standard }) => standard)
  expect(linked()).toEqual(['/documents/certificate-iso-9001', undefined])
  expect(missing()).toEqual(['IEC 60502-1 ST2'])
  const certificate = documents.entry('certificate-iso-9001')
  const before = site.content.read(certificate).value
  const withdrawn = { ...before, withdrawnBecause: 'Replaced by the issuer' }
  await site.content.update(certificate, { ...by, change: () => withdrawn })
  expect(linked()).toEqual([undefined, undefined])
  expect(missing()).toEqual(['IEC 60502-1 ST2', 'IS 5831 ST2'])
  await site.content.update(certificate, { ...by, isUndo: true, change: () => before })
  await change({ meets: shipped.meets })
})

test('an address that another grade of the page has: refused at its field', async () => {
  await expect(change({ address: 'pv-90-l' })).rejects.toMatchObject({
    issues: [{ path: 'address', message: expect.stringMatching(/the address of PV 90 L/) as string }],
  })
})

test('a discontinued grade: at its address, with the way to its successor, and in no table', async () => {
  await change({ state: 'discontinued', successor: 'pv-90-l' })
  const { shown } = visit(PAGE)
  expect(shown).toMatchObject({
    isDiscontinued: true,
    successor: { title: 'PV 90 L', href: '/products/pvc-compound/pv-90-l' },
    compare: { href: '/products/grades?compare=pv-90-s,pv-90-l', text: 'Compare with PV 90 L' },
  })
  expect(
    site
      .service(gradeIndex)
      .ofPage('pvc-compound')
      .map(({ key }) => key),
  ).not.toContain('pv-90-s')
  await change({ state: 'regular', successor: '' })
})

test('unlisted: only at its address. Hidden: 404. Removed: 410', async () => {
  await change({ visibility: 'unlisted' })
  expect(visit(PAGE).shown?.isListed).toBe(false)
  expect(await json.loader().text()).not.toContain('pv-90-s')
  await change({ visibility: 'hidden' })
  expect(statusOf(PAGE)).toEqual([404, ''])
  await change({ visibility: 'listed' })
  await site.content.remove(grade, by)
  expect(statusOf(PAGE)).toEqual([410, ''])
  await site.content.update(grade, { ...by, change: () => shipped, create: () => shipped })
  expect(statusOf(PAGE)).toEqual([200, ''])
})

test('files for programs: each value with its method, and numbers as numbers', async () => {
  const { grades: all } = (await json.loader().json()) as ReturnType<
    typeof import('#app/site/sections/grade-sheet/exported-grades.server.ts').exportedGrades
  >
  const own = all.find(({ id }) => id === 'pv-90-s')
  expect(own).toMatchObject({ address: expect.stringMatching(/^http.*pv-90-s$/) as string, edition: { number: 1 } })
  expect(own?.dataSheet).toBe(`${own?.address}.pdf`)
  expect(own?.values[0]).toEqual({
    ...{ property: 'tensile-strength', name: 'Tensile strength', unit: 'MPa', group: 'Mechanical', kind: 'number' },
    ...{ value: '15.5', lowest: 15.5, highest: 15.5, basis: 'Typical', method: 'IEC 60811-501', condition: '' },
  })
  const lines = (await csv.loader().text()).split('\r\n')
  expect(lines.find((line) => line.includes('"PV 90 S"') && line.includes('"Tensile strength"'))).toMatch(
    /"15\.5","MPa","Typical","IEC 60811-501","",15\.5,15\.5$/,
  )
})
