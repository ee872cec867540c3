import { Link } from '@remix-run/react'
import type { PublicationRow } from './release-publications.server.ts'

/** What a release has published and when, the newest publication first, with those that were undone. */
export function ReleasePublications({
  publications,
  time = 'its time',
}: {
  publications: readonly PublicationRow[]
  /** The time of the release, in words. */
  time?: string | undefined
}) {
  if (publications.length === 0) return null
  return (
    <section className="panel" aria-labelledby="published-heading">
      <header className="panel__head">
        <h2 id="published-heading">What was published</h2>
      </header>
      <ol className="release-publications">
        {publications.map(({ published, isMissed, undone, sections, files }) => (
          <li key={published}>
            <p>
              Published: {published}
              {isMissed && `, late, because the site was not running at ${time}`}
            </p>
            {undone !== undefined && <p>Undone: {undone}</p>}
            <ul className="release-files">
              {sections.map(({ label, href }) => (
                <li key={label}>{href ? <Link to={href}>{label}</Link> : label}</li>
              ))}
              {files.map((file) => (
                <li key={file}>{file}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
