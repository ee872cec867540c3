import type { ReactNode } from 'react'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { Breadcrumb, type Crumb } from '#app/site/ui/page/breadcrumb.tsx'
import { Picture, useHasPicture } from '#app/cms/media/picture.tsx'
import './page-intro.css'

interface PageIntroProps {
  title: string
  /** One line below the title. */
  lead?: string
  /** Pages between the home page and this one. */
  trail?: Crumb[]
  /** Label of this page in the breadcrumb, if it is not the title. */
  crumb?: string
  /** A large picture, to the right edge of the window. */
  picture?: { file: string; alt: string } | undefined
  /** At the right on wide screens, below the text on others. */
  aside?: ReactNode
  /** Shown below the line: key figures, a button. */
  children?: ReactNode
}

/** Head of every inner page: breadcrumb, title and one line on an ink band. */
export function PageIntro({ title, lead, trail = [], crumb = title, picture, aside, children }: PageIntroProps) {
  const hasPicture = useHasPicture()
  const text = (
    <>
      <Breadcrumb trail={[{ label: 'Home', to: '/' }, ...trail]} current={crumb} />
      <h1 id="page-title">{title}</h1>
      {lead && <p className="intro__lead">{bindLastWords(lead)}</p>}
      {children}
    </>
  )
  if (!picture || !hasPicture(picture.file)) {
    return (
      <section className={aside ? 'intro intro--aside on-ink' : 'intro on-ink'} aria-labelledby="page-title">
        {aside ? (
          <div className="wrap intro__grid">
            <div className="intro__text">{text}</div>
            <div className="intro__aside">{aside}</div>
          </div>
        ) : (
          <div className="wrap">{text}</div>
        )}
      </section>
    )
  }
  return (
    <section className="intro intro--split on-ink" aria-labelledby="page-title">
      <div className="wrap intro__grid">
        <div className="intro__text">{text}</div>
        <Picture
          className="intro__media"
          file={picture.file}
          alt={picture.alt}
          sizes="(min-width: 64rem) 52vw, 100vw"
          priority
        />
      </div>
    </section>
  )
}
