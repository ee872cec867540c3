import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminLoader } from '#app/auth/guard/guard.server.ts'
import { health } from '#app/platform/health.server.ts'
import { inbox } from '#app/inbox/inbox.server.ts'
import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { brokenLinks } from '#app/sections/internal-links.server.ts'
import { newsSection } from '#app/sections/news-section/news-section.ts'
import { sections } from '#app/sections/definitions.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { adminMeta } from './admin-meta.ts'
import { AttentionList } from './attention-list.tsx'
import { PageHead, PublicLink } from '#app/editing/ui/page-head.tsx'
import { Thumbnail } from '#app/editing/files/thumbnail.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { dashboardAction } from './dashboard.server.ts'
import { latestEditsOf } from '#app/admin/history/section-history.server.ts'

export { AdminError as ErrorBoundary } from './admin-error.tsx'

const SHOWN_EDITS = 10

/** The current news, what waits for somebody, and the newest edits. */
export const loader = adminLoader(async ({ admin }) => {
  const news = siteContent.find(newsSection)?.value.newsItems ?? []
  return {
    username: admin.username,
    news,
    newsId: newsSection.id,
    images: resolveImages(news),
    problems: health.problems(),
    faults: siteContent.faults(),
    brokenLinks: brokenLinks(),
    unreadMessages: await inbox.countUnread(),
    edits: await latestEditsOf(sections, SHOWN_EDITS),
  }
})

export const action = dashboardAction

export const meta: MetaFunction = () => adminMeta('Dashboard')

/** Where an administrator arrives. */
export default function Dashboard() {
  const { username, problems, faults, brokenLinks: links, unreadMessages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Welcome, ${username}`}>
        What you save is on the <PublicLink href="/">website</PublicLink> at once
      </PageHead>
      <LatestNews />
      <section className="panel" id="attention">
        <header className="panel__head">
          <h2>Needs attention</h2>
        </header>
        <AttentionList problems={problems} faults={faults} brokenLinks={links} unreadMessages={unreadMessages} />
      </section>
      <RecentEdits />
    </>
  )
}

function LatestNews() {
  const { news, newsId, images } = useLoaderData<typeof loader>()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Latest News Section</h2>
        <Link to={`/admin/${newsId}`}>Edit the news</Link>
      </header>
      {news.length === 0 && <p className="calm">The home page shows no news at present.</p>}
      <ImagesProvider images={images}>
        <ul className="latest">
          {news.map(({ image, text }, index) => (
            <li key={index}>
              <Thumbnail className="latest__image" file={image} width={320} />
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </ImagesProvider>
    </section>
  )
}

function RecentEdits() {
  const { edits } = useLoaderData<typeof loader>()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Recent edits</h2>
        <Link to="/admin/history">See all</Link>
      </header>
      {edits.length === 0 && <p className="calm">Nothing has been edited yet.</p>}
      <ol className="edits">
        {edits.map(({ id, href, section, time, when, author, what }) => (
          <li key={id}>
            <time dateTime={time}>{when}</time>
            <Link to={`/admin/${section.id}`}>{section.label}</Link>
            <Link className="edits__reason" to={href}>
              {what}
            </Link>
            <span className="edits__author">{author}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
