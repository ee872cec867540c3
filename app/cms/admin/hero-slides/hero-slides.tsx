import type { MetaFunction } from '@remix-run/node'
import { Link, Outlet, useLoaderData, useMatch } from '@remix-run/react'
import { HeroSlideTable, slideLinkId } from '#app/site/sections/hero-slides/hero-slide-table.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { BrokenFileNotice } from '#app/cms/admin/editor/broken-file.tsx'
import { ListDraftNotice, StartDraftLink } from '#app/cms/admin/editor/list-draft.tsx'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import { countOf } from '#app/cms/editing/ui/format.ts'
import { HistoryLink } from '#app/cms/admin/history/history-list.tsx'
import { PageHead, PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { Icon } from '#app/cms/editing/ui/icon.tsx'
import { slideTableAction, slideTableLoader } from './hero-slides.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = slideTableLoader
export const action = slideTableAction

export const meta: MetaFunction = () => adminMeta('Hero Slider')

/**
 * The slides as a table. The forms of the child routes open in dialogs over it, or on their own pages without a script.
 */
export default function HeroSlidesPage() {
  const { slides, version, broken, images, changes, place, presence } = useLoaderData<typeof loader>()
  const openId = useMatch('/admin/herocarousel/:slideId')?.params.slideId
  const isHydrated = useHydrated()
  const isPageOfItsOwn = openId !== undefined && !isHydrated
  useFocusReturn(openId === undefined ? undefined : slideLinkId(openId))
  return (
    <StoredFilesProvider images={images}>
      {!isPageOfItsOwn && (
        <>
          <PageHead
            title="Hero Slider"
            action={
              <div className="head__actions">
                <HistoryLink section="herocarousel" />
                <StartDraftLink place={place} />
                <Link
                  className="btn btn--primary"
                  id={slideLinkId('new')}
                  to={`/admin/herocarousel/new${place.search}`}
                  preventScrollReset
                >
                  <Icon name="plus" />
                  Add slide
                </Link>
              </div>
            }
          >
            {countOf(slides.length, 'slide')}, shown in this order at the top of the{' '}
            <PublicLink href="/">home page</PublicLink>
          </PageHead>
          {openId === undefined && <PresenceList presence={presence} />}
          {broken && <BrokenFileNotice broken={broken} />}
          <ListDraftNotice place={place} />
          <HeroSlideTable slides={slides} version={version} images={images} changes={changes} search={place.search} />
        </>
      )}
      <Outlet />
    </StoredFilesProvider>
  )
}
