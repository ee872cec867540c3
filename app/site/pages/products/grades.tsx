import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { currentSite } from '#app/cms/site.server.ts'
import { comparisonHref, isFromForm, withTicked } from '#app/site/addresses/grade-selection.ts'
import { PRODUCT_TRAIL } from '#app/site/addresses/product-address.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { comparisonPage } from '#app/site/sections/grade-comparison/comparison-page.server.ts'
import { ComparisonView } from '#app/site/sections/grade-comparison/comparison-view.tsx'
import { finderPage } from '#app/site/sections/grade-finder/finder-page.server.ts'
import { FinderView } from '#app/site/sections/grade-finder/finder-view.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import './grades.css'

const FINDER = {
  title: 'Find a grade',
  lead: 'All grades by standard, layer, voltage and measured value, to compare, download and ask for.',
}
const COMPARISON = {
  title: 'Compare grades',
  lead: 'Each value with its method and condition.',
}
const COMPARISON_TRAIL = [...PRODUCT_TRAIL, { label: 'Find a grade', to: GRADES_PAGE }]

/** The grades that fit the query, or those that it compares, from memory. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams
  const comparison = comparisonPage(currentSite(), query)
  // The form sends what was looked for, too.
  if (comparison && isFromForm(query)) throw redirect(comparisonHref(comparison.grades.map(({ key }) => key)))
  return {
    head: comparison ? COMPARISON : FINDER,
    comparison,
    finder: comparison ? undefined : finderPage(currentSite(), query),
  }
}

export const meta: PageMeta<typeof loader> = (page) => {
  const { head = { title: '', lead: undefined }, comparison } = page.data ?? {}
  const trail = comparison ? COMPARISON_TRAIL : PRODUCT_TRAIL
  return pageMeta(page, { share: 'grades', title: head.title, description: head.lead, trail })
}

export default function GradesRoute() {
  const { head, comparison, finder } = useLoaderData<typeof loader>()
  return (
    <>
      <PageIntro {...head} trail={comparison ? COMPARISON_TRAIL : PRODUCT_TRAIL}>
        {comparison && (
          <p className="grades-change">
            <Link
              to={withTicked(
                GRADES_PAGE,
                comparison.grades.map(({ key }) => key),
              )}
            >
              Change the grades
            </Link>
          </p>
        )}
      </PageIntro>
      <div className="wrap grades-page">
        {comparison ? (
          <ComparisonView comparison={comparison} />
        ) : finder ? (
          <FinderView finder={finder} />
        ) : (
          <p>No grade has been published yet.</p>
        )}
      </div>
    </>
  )
}
