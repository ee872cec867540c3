import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { labelOfKind } from './kinds-of-work.ts'
import type { OpenJob } from './open-jobs.ts'
import './open-positions.css'

/** Open positions under a heading; nothing if there are none. */
export function OpenPositions({ jobs, title = 'Open positions' }: { jobs: OpenJob[]; title?: string }) {
  if (jobs.length === 0) return null
  return (
    <section className="section" id="positions" aria-labelledby="positions-title">
      <SectionHead id="positions-title" title={title} />
      <div className="wrap">
        <ul className="positions">
          {jobs.map(({ href, title, place, kind, closes }) => (
            <li key={href}>
              <ContentLink to={href}>
                <h3>{bindLastWords(title)}</h3>
                <p className="positions__where">
                  {place}, {labelOfKind(kind).toLowerCase()}
                </p>
                <p className="positions__until">
                  {closes === '' ? (
                    'Open until filled'
                  ) : (
                    <>
                      Apply by <time dateTime={closes}>{formatLongDay(closes)}</time>
                    </>
                  )}
                </p>
                <Icon name="arrow" />
              </ContentLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
