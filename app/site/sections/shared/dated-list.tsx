import type { ReactNode } from 'react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { formatLongDay, formatLongDays } from '#app/cms/platform/format/day.ts'
import { bindLastWords } from '#app/site/ui/text.tsx'
import './dated-list.css'

/** A list of {@link DatedRow}. */
export function DatedList({ children }: { children: ReactNode }) {
  return <ul className="dated">{children}</ul>
}

interface DatedRowProps {
  title: string
  /** Level of the heading; 3 by default. */
  level?: 3 | 4
  /** YYYY-MM-DD */
  from: string
  /** The last of several days; empty if there is only one. */
  to?: string
  /** Address of its page. */
  href?: string | undefined
  picture?: { file: string; alt: string } | undefined
  children?: ReactNode
}

/** News or an event, with the days at the left of its title. */
export function DatedRow({ title, level = 3, from, to = '', href, picture, children }: DatedRowProps) {
  const Heading = `h${level}` as const
  return (
    <li className="dated__row">
      <p className="dated__day">
        <Days from={from} to={to} />
      </p>
      <div className="dated__text">
        <Heading>
          {href === undefined ? (
            bindLastWords(title)
          ) : (
            <ContentLink className="dated__link" to={href}>
              {bindLastWords(title)}
            </ContentLink>
          )}
        </Heading>
        {children}
      </div>
      {picture && <Picture file={picture.file} alt={picture.alt} sizes="(min-width: 48rem) 12rem, 22rem" />}
    </li>
  )
}

/** `12 to 15 January 2027`, or `12 January 2027` if there is only one day. */
export function Days({ from, to = '' }: { from: string; to?: string }) {
  if (to === '' || to === from) return <time dateTime={from}>{formatLongDay(from)}</time>
  const [first, last] = formatLongDays(from, to)
  return (
    <>
      <time dateTime={from}>{first}</time> to <time dateTime={to}>{last}</time>
    </>
  )
}
