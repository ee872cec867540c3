import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HeroSlideForm } from '#app/site/sections/hero-slides/hero-slide-form.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { useSaveReply } from '#app/cms/editing/form/notices.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { PageDialog } from '#app/cms/editing/ui/dialog.tsx'
import { newSlideAction, newSlideLoader } from './hero-slides.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = newSlideLoader
export const action = newSlideAction
export const clientAction = keepForm

export const meta: MetaFunction = () => adminMeta('Add slide')

/** Adds a slide. */
export default function NewHeroSlidePage() {
  const { slide, index, version, place, failedMessage, labels } = useLoaderData<typeof loader>()
  const reply = useSaveReply(useActionData<typeof action>())
  const closeTo = `/admin/herocarousel${place.search}`
  return (
    <PageDialog title="Add slide" closeTo={closeTo}>
      <HeroSlideForm
        slide={slide}
        index={index}
        labels={labels}
        version={version}
        failedMessage={failedMessage}
        reply={reply}
        href={`/admin/herocarousel/new${place.search}`}
        closeTo={closeTo}
        place={place}
      />
    </PageDialog>
  )
}
