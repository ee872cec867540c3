import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { bindDays } from '#app/cms/ui/bind-days.ts'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { languageName } from '#app/cms/platform/format/language-name.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'
import { hiddenPageMeta, noEntryMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { noEntry } from '#app/site/layout/entry-page.server.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { allVersions, type NoticeVersion } from '#app/site/sections/privacy-notice/notice-versions.server.ts'
import { noticeIn, privacyNotice, withDays } from '#app/site/sections/privacy-notice/privacy-notice.ts'
import { NoticeView } from '#app/site/sections/privacy-notice/notice-view.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { NoEntryPage } from '#app/site/ui/page/missing-page.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** The privacy notice: the current version, or that of `?version=`, in the language of `?language=`. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams
  const versions = allVersions(currentSite())
  const asked = query.get('version')
  const found = versions.find(({ version }) => String(version) === (asked ?? String(versions.length)))
  const text = found && noticeIn(found.notice, query.get('language') ?? '')
  if (!found || !text) return noEntry('unknown')
  const { contactName, contactEmail, texts } = found.notice
  const next = versions[found.version]
  return data({
    state: 'shown' as const,
    version: found.version,
    isCurrent: next === undefined,
    since: dayOf(found),
    until: next && dayOf(next),
    contact: { name: contactName, email: contactEmail },
    text: {
      ...leaveOut(text, '_id', 'summary'),
      lead: bindDays(text.lead),
      items: text.items.map((item) => leaveOut(item, 'isOfSearches')),
      parts: text.parts.map((part) => ({ ...part, text: bindDays(withDays(part.text, found.notice)) })),
    },
    languages: texts.length > 1 ? texts.map(({ language }) => ({ language, name: languageName(language) })) : [],
    others: versions
      .filter(({ version }) => version !== found.version)
      .reverse()
      .map((one) => ({ version: one.version, since: dayOf(one) })),
  })
}

/** The day from which a version is public. Of one that was never changed here, the day of its file, if that is known. */
function dayOf({ since }: NoticeVersion): string | undefined {
  const changed = since === '' ? currentSite().content.lastChange(privacyNotice)?.getTime() : Date.parse(since)
  return changed === undefined ? undefined : formatLongDay(calendarDay(changed))
}

const NAME = 'Privacy policy'

export const meta: PageMeta<typeof loader> = (route) => {
  const { data: loaded } = route
  if (loaded?.state !== 'shown') return noEntryMeta(route, loaded?.state, NAME)
  const { title, lead } = loaded.text
  return loaded.isCurrent
    ? pageMeta(route, { share: 'privacy', title, description: lead })
    : hiddenPageMeta(route, `${title}, version ${loaded.version}`)
}

export default function Privacy() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.state !== 'shown') return <NoEntryPage state={loaded.state} name={NAME} />
  const { text, version, isCurrent, until } = loaded
  return (
    <>
      <PageIntro title={text.title} lead={text.lead} />
      {!isCurrent && (
        <div className="wrap">
          <p className="notice-old" role="note">
            This is version {version}
            {until !== undefined && `, which was public until ${until}`}.{' '}
            <Link to={PRIVACY_PAGE}>Read the current one</Link>
          </p>
        </div>
      )}
      <NoticeView {...loaded} />
    </>
  )
}
