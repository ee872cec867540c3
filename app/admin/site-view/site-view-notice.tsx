interface SiteViewNoticeProps {
  title: string
  /** What is not sure, a sentence each. */
  doubts: readonly string[]
  /** Address of the page on the public site. */
  page: string
}

/** At the lower edge of each page of a view of the site: what it is, and the ways out of it. */
export function SiteViewNotice({ title, doubts, page }: SiteViewNoticeProps) {
  return (
    <aside className="preview-notice" aria-label="View of the site">
      <p>
        <b>{title}</b> Only staff see this. Forms are not sent, and files that were deleted are missing.
      </p>
      {doubts.length > 0 && (
        <details>
          <summary>What is not sure: {doubts.length}</summary>
          <ul>
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </details>
      )}
      <p>
        <a href="/admin/site-view">Choose another moment</a> · <a href={page}>This page as it is now</a>
      </p>
    </aside>
  )
}
