import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageOf, readPage } from '#app/cms/platform/http/list-query.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import {
  choicesOf,
  comparedProperties,
  findGrades,
  widerComparisons,
} from '#app/site/sections/grade-comparison/compare-grades.ts'
import { comparedGrades } from '#app/site/sections/grade-comparison/compared-grades.server.ts'
import { comparisonOf } from '#app/site/addresses/comparison-selection.ts'
import { ComparisonForm, FamilyTabs, GradeList, NoGrade } from '#app/site/sections/grade-comparison/comparison-view.tsx'
import { PRODUCT_TRAIL } from '#app/site/addresses/product-address.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'

/** Rows of a page: 100 have about 60 kB. */
const GRADES_ON_PAGE = 100

const TITLE = 'Compare grades'
const LEAD = 'The grades of each product family side by side, by voltage, standard and application.'

/** A page of the grades of a family that fit the query, from memory. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams
  const families = currentSite().service(comparedGrades).families()
  const asked = comparisonOf(query)
  const family = families.find(({ id }) => id === asked.family) ?? families[0]
  const names = families.map(({ id, name }) => ({ id, name }))
  if (!family) return { families: names, shown: undefined }
  const selection = { ...asked, family: family.id }
  const found = findGrades(family, selection)
  const properties = comparedProperties(family, found)
  const { items, page, pageCount } = pageOf(found, readPage(query), GRADES_ON_PAGE)
  return {
    families: names,
    shown: {
      selection,
      choices: choicesOf(family),
      properties,
      rows: items.map(({ grade, product, href, application, use, values }) => ({
        ...{ grade, product, href, application, use },
        values: properties.map(({ name }) => values.get(name) ?? ''),
        others: [...values].filter(([name]) => !properties.some((property) => property.name === name)),
      })),
      part: { page, pageCount, total: found.length, ofAll: family.grades.length, family: family.name },
      wider: found.length === 0 ? widerComparisons(family, selection) : [],
    },
  }
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'grades', title: TITLE, description: LEAD, trail: PRODUCT_TRAIL })

export default function GradesRoute() {
  const { families, shown } = useLoaderData<typeof loader>()
  return (
    <>
      <PageIntro title={TITLE} lead={LEAD} trail={PRODUCT_TRAIL} />
      <div className="wrap compared">
        {shown ? (
          <>
            <FamilyTabs families={families} current={shown.selection.family} />
            <ComparisonForm selection={shown.selection} choices={shown.choices} />
            {shown.rows.length > 0 ? (
              <GradeList {...shown} />
            ) : (
              <NoGrade family={shown.selection.family} wider={shown.wider} />
            )}
          </>
        ) : (
          <p>No grade has been published yet.</p>
        )}
      </div>
    </>
  )
}
