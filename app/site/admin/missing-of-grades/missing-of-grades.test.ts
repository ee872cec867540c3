import { expect, test, vi } from 'vitest'
import { currentSite } from '#app/cms/site.server.ts'
import { grades, type Grade } from '#app/site/collections/grades/grades.ts'
import { MISSING_OF_GRADES } from '#app/site/collections/grades/grade-screens.ts'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './missing-of-grades-screen.tsx'
import { missingOfGrades } from './missing-of-grades.server.ts'

const { content, drafts } = await createTestSite()
const cookie = await signIn()
const load = () => loader(screenArgs(MISSING_OF_GRADES.href, cookie))
const section = grades.entry('pv-90-s')
const shipped = content.read(section).value

async function withGrade(change: (grade: Grade) => Grade) {
  await content.update(section, {
    author: 'asha',
    reason: 'Test',
    change: () => ({ ...change(shipped), whatChanged: 'Test' }),
  })
  return load()
}

const gapsOf = ({ values }: Awaited<ReturnType<typeof load>>) =>
  values.flatMap(({ product, columns }) =>
    columns.flatMap(({ name, places }) => places.map(({ title, href }) => [product, name, title, href])),
  )

const LAST = `values%5B${shipped.values.length - 2}%5D.property`
const GAP = ['PVC Compounds', 'Tensile strength', 'PV 90 S', `/admin/grades/pv-90-s#editor-${LAST}`]

test('a value that the table of the product page has a column for: missing, unless the grade is hidden or discontinued', async () => {
  expect(gapsOf(await load())).not.toContainEqual(GAP)
  const values = shipped.values.filter(({ property }) => property !== 'tensile-strength')
  expect(gapsOf(await withGrade((grade) => ({ ...grade, values })))).toContainEqual(GAP)
  expect(gapsOf(await withGrade((grade) => ({ ...grade, values, visibility: 'hidden' })))).not.toContainEqual(GAP)
  expect(gapsOf(await withGrade((grade) => ({ ...grade, values, state: 'discontinued' })))).not.toContainEqual(GAP)
  await withGrade((grade) => grade)
})

test('a number without a method in a draft: named with its field', async () => {
  expect((await load()).withoutMethod).toEqual([])
  const [first, ...others] = shipped.values
  if (!first) throw new Error('The grade has values')
  const { version } = content.read(section)
  const values = [...others, { ...first, method: '' }]
  await drafts.save(section, { content: { ...shipped, values }, author: 'asha', version })
  expect((await load()).withoutMethod).toEqual([
    {
      ...{ title: 'PV 90 S', isDraft: true, value: expect.any(String) as string },
      href: `/admin/grades/pv-90-s#editor-values%5B${others.length}%5D.method`,
    },
  ])
  await drafts.discard(section, { author: 'asha' })
})

test('an edition of more than two years, and a standard without its certificate: each with its field', async () => {
  const { edition, editionDate: day } = content.read(section).value
  const { oldEditions: none, withoutCertificate } = await load()
  expect(none.map(({ title }) => title)).not.toContain('PV 90 S')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${Number(day.slice(0, 4)) + 3}${day.slice(4)}T12:00:00Z`) })
  const { oldEditions } = missingOfGrades(currentSite(), new Map())
  vi.useRealTimers()
  const href = '/admin/grades/pv-90-s#editor-editionDate'
  expect(oldEditions).toContainEqual({ title: 'PV 90 S', href, edition, day })
  const places = withoutCertificate.find(({ standard }) => standard === 'IS 5831 ST2')?.places
  expect(places).toContainEqual({
    title: 'PV 90 S',
    href: '/admin/grades/pv-90-s#editor-meets%5B0%5D.certificate',
  })
})
