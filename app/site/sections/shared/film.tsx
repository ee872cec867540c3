import type { ReactNode } from 'react'
import './film.css'

interface FilmProps {
  /** Its name for screen readers. */
  label: string
  src: string
  /** The first captions are on at the start. */
  captions: readonly { title: string; language: string; fileUrl: string }[]
  /** Address of the picture before the start. With one, nothing of the film is fetched until it is played. */
  poster?: string
  /** The caption below it. */
  children?: ReactNode
}

/** A film of ours in the player of the browser. Works without JavaScript. */
export function Film({ label, src, captions, poster, children }: FilmProps) {
  return (
    <figure className="film">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Those that there are: staff are told of a film without. */}
      <video
        controls
        preload={poster === undefined ? 'metadata' : 'none'}
        playsInline
        width={1280}
        height={720}
        poster={poster}
        aria-label={label}
      >
        <source src={src} type="video/mp4" />
        {captions.map(({ title, language, fileUrl }, at) => (
          <track key={fileUrl} kind="captions" src={fileUrl} srcLang={language} label={title} default={at === 0} />
        ))}
        Your browser does not support the video tag.
      </video>
      {children ? <figcaption>{children}</figcaption> : null}
    </figure>
  )
}
