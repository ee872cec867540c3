import type { ReactNode } from 'react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon, type IconName } from '#app/cms/ui/icon.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import './head-entries.css'

interface HeadEntryProps {
  /** What it is, such as “Next event”. */
  what: string
  title: string
  /** Where it leads: a page, a part of this one, or a file of ours. Left out: it is no link. */
  href?: string
  icon?: IconName
  /** Its day and place. */
  children: ReactNode
}

/** For the head of a page: the few things that most visitors come for. */
export function HeadEntries({ children }: { children: ReactNode }) {
  return <ul className="head-entries">{children}</ul>
}

export function HeadEntry({ what, title, href, icon = 'arrow', children }: HeadEntryProps) {
  const said = (
    <>
      <span className="head-entries__what">{what}</span> <b>{bindLastWords(title)}</b> <span>{children}</span>
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <p className="head-entries__entry">{said}</p>
      ) : (
        <ContentLink className="head-entries__entry" to={href}>
          {said} <Icon name={icon} />
        </ContentLink>
      )}
    </li>
  )
}
