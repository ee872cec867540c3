import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { redirect, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { flashExpectedErrors, historyHref } from '#app/cms/editing/server/section-history.server.ts'
import { REMOVAL_SAVED } from '#app/cms/editing/server/draft-actions.server.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { MISSING } from '#app/cms/content/section-file/file-read.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { LinkTarget, Section } from '#app/cms/define/define-site.ts'
import { collectionIntents } from './collection-intents.ts'
import { requireCollection } from './collection.server.ts'
import { pageStays, visitorsOf } from './former-page.ts'
import { pagesThatStay } from './pages-that-stay.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** The entry that the question is about, and the places that link to its page. Leads to the list if it is gone. */
export const loader = adminLoader('editor', ({ request, params, user }) => {
  const { collection, section, found } = requireEntry(request, params['key'])
  if (!found) throw redirect(`/admin/${collection.id}`)
  const { links, approvals } = currentSite()
  return {
    label: section.label,
    noun: collection.noun,
    opensIn: collection.form.opensIn,
    href: adminAddress(section),
    page: collection.page && section.page,
    version: found.version,
    /** True if its file is there and cannot be used: visitors see the last valid version. */
    isInvalid: isInvalidFile(section),
    links: links.linksTo(section),
    /** Why it cannot be removed now, but withdrawn in its form. */
    keptBecause: section.lifecycle?.withdrawal && section.lifecycle.keptBecause?.(found.value, new Date()),
    /** The pages that visitors can be sent to. Undefined if the site has no redirects, or the entry no page. */
    targets: targetsFor(collection, section),
    hasOtherPage: pagesThatStay([section]).length > 0,
    goTo: currentSite().drafts.find(section)?.visitorsGoTo ?? '',
    /** False for a person who can only save the removal as a draft. */
    mayPublish: hasRole(user.role, 'publisher') && !approvals.isNeeded(section),
  }
})

/** Removes an entry (`intent=remove`), or saves a draft that removes it (`intent=draft-removal`). */
export const action = adminAction('editor', async ({ request, params, user: sender }) => {
  const { collection, section } = requireEntry(request, params['key'])
  const { fields, form } = await readSmallForm(request)
  const user = askedWith(sender, request, form)
  const version = textOf(fields['version'])
  const { content, drafts, flash } = currentSite()
  if (!content.entryKeys(collection).includes(section.entry?.key ?? '')) {
    const message = `This ${collection.noun} no longer exists.`
    return flash.flashRedirect(`/admin/${collection.id}`, { kind: 'failure', message })
  }
  const page = adminAddress(section)
  const { label } = section
  const stays = pagesThatStay([section]).length > 0
  const targets = stays ? undefined : targetsFor(collection, section)
  const visitorsGoTo = textOf(fields['visitorsGoTo'])
  if (visitorsGoTo !== '' && targets?.some(({ href }) => href === visitorsGoTo) !== true) {
    const message = `There is no page ${visitorsGoTo}. Choose another one for the visitors. Nothing was changed.`
    return flash.flashRedirect(`${page}/remove`, { kind: 'failure', message })
  }
  const visitors = targets ? ` ${visitorsOf(section.page, visitorsGoTo, 'later')}` : ''
  if (fields['intent'] === collectionIntents.draftRemoval) {
    return flashExpectedErrors(page, async () => {
      await drafts.saveRemoval(section, { author: user, version, visitorsGoTo })
      return flash.flashRedirect(page, { kind: 'success', message: REMOVAL_SAVED + visitors })
    })
  }
  if (fields['intent'] !== collectionIntents.remove) throw unknownIntent()
  if (!hasRole(user.role, 'publisher')) {
    const message = 'With your role you can save the removal as a draft. Nothing was changed.'
    return flash.flashRedirect(page, { kind: 'failure', message })
  }
  return flashExpectedErrors(page, async () => {
    const ofTargets = targets && visitorsOf(section.page, visitorsGoTo, 'now')
    const outcome = stays ? pageStays(section.page) : ofTargets
    const { historyEntry } = await content.remove(section, {
      visitorsGoTo,
      author: user,
      reason: `${label} removed`,
      expectedVersion: version,
    })
    return flash.flashRedirect(`/admin/${collection.id}`, {
      kind: 'success',
      message: `${section.messages.removed ?? `${label} was removed`}${outcome === undefined ? '' : `. ${outcome}`}`,
      ...(historyEntry !== undefined && {
        undo: { address: collection.form.opensIn ? page : historyHref(section.id), entry: historyEntry },
      }),
    })
  })
})

function isInvalidFile(section: Section) {
  const { fault } = currentSite().content.brokenFile(section) ?? {}
  return fault !== undefined && fault.message !== MISSING
}

/** The pages that visitors of a removed entry can be sent to: all but its own. Undefined if there is nothing to choose. */
function targetsFor(collection: CollectionDefinition, { page }: Section): LinkTarget[] | undefined {
  const { definition, links } = currentSite()
  if (!definition.redirects || !collection.page) return undefined
  return links.linkTargets().filter(({ href }) => href !== page)
}

function requireEntry(request: Request, key: string | undefined) {
  const collection = requireCollection(request)
  const section = currentSite().sections.resolve(`${collection.idPrefix}${key}`)
  if (!section?.entry) throw new Response('There is no such entry.', { status: 404 })
  return { collection, section, found: currentSite().content.find(section) }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(`Remove ${data?.label ?? '…'}`)

const MAX_NAMED = 10

/** Asks whether to remove an entry. */
export default function RemoveEntryPage() {
  const {
    label,
    noun,
    href,
    page,
    version,
    isInvalid,
    keptBecause,
    links,
    mayPublish,
    targets,
    goTo,
    hasOtherPage: stays,
    opensIn,
  } = useLoaderData<typeof loader>()
  const isAsked = page !== undefined && keptBecause === undefined
  return (
    <ConfirmPage
      title={opensIn ? `Delete ${noun}` : `Remove this ${noun}`}
      closeTo={opensIn === 'row' ? href.slice(0, href.lastIndexOf('/')) : href}
      action={`${href}/remove`}
      button={
        keptBecause !== undefined
          ? undefined
          : mayPublish
            ? { label: opensIn ? `Delete ${noun}` : 'Remove', intent: collectionIntents.remove }
            : { label: 'Save the removal as a draft', intent: collectionIntents.draftRemoval, isPrimary: true }
      }
    >
      <input type="hidden" name="version" value={version} />
      {keptBecause === undefined ? (
        <p>
          {opensIn ? (
            <>
              Are you sure you want to delete this {noun}? <b>{label}</b>
            </>
          ) : (
            <>
              Are you sure you want to remove <b>{label}</b>? You can restore it from its history.
            </>
          )}
        </p>
      ) : (
        <p>
          {keptBecause} <Link to={href}>Open its form</Link>
        </p>
      )}
      {isInvalid && (
        <p>
          Its file contains an error and is removed as well. The history keeps both: the last valid version, which
          visitors see now, and the text of the file.
        </p>
      )}
      {isAsked && !targets && <p>Visitors of {page} will read that there is no such page.</p>}
      {isAsked && stays && <p>{pageStays(page)}</p>}
      {isAsked && targets && !stays && <VisitorsField page={page} targets={targets} goTo={goTo} />}
      {links.length > 0 && (
        <>
          <p>These places link to it:</p>
          <ul>
            {links.slice(0, MAX_NAMED).map((link) => (
              <li key={link.href}>
                <Link to={link.href}>{link.label}</Link>
              </li>
            ))}
          </ul>
          {links.length > MAX_NAMED && <p>And {links.length - MAX_NAMED} more.</p>}
        </>
      )}
    </ConfirmPage>
  )
}

/** Asks where visitors of the page go, and says what will happen. */
function VisitorsField({ page, targets, goTo }: { page: string; targets: readonly LinkTarget[]; goTo: string }) {
  const [chosen, choose] = useState(goTo)
  return (
    <div className="field">
      <label htmlFor="visitors-go-to">Visitors of {page}</label>
      <select
        id="visitors-go-to"
        name="visitorsGoTo"
        defaultValue={goTo}
        aria-describedby="visitors-note"
        onChange={(event) => {
          choose(event.target.value)
        }}
      >
        <option value="">read that the page is gone (410)</option>
        <optgroup label="are sent to another page">
          {targets.map(({ href, label }) => (
            <option key={href} value={href}>
              {label} ({href})
            </option>
          ))}
        </optgroup>
      </select>
      <p className="field__note" id="visitors-note" role="status">
        {chosen === '' ? '' : visitorsOf(page, chosen, 'later')}
      </p>
    </div>
  )
}
