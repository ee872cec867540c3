import { Form, Link } from '@remix-run/react'
import type { ChecklistItem } from '#app/cms/define/site-checklist.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { faultPosition, type Fault } from '#app/cms/editing/form/form-notices.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { dashboardIntents } from './dashboard-intents.ts'

/**
 * A content file that cannot be used, and the label of its section with the address of the editor. `removeHref` is the
 * page that asks whether to remove an entry whose file is missing; undefined for any other.
 */
type FaultOfSection = Fault & { label: string; href: string; isMissing: boolean; removeHref?: string | undefined }

/** Several content files of one collection that cannot be used. */
interface FaultsOfCollection {
  id: string
  label: string
  noun: string
  count: number
  /** The names of the first entries. */
  labels: readonly string[]
  /** Address of the list of these entries. */
  href: string
}

/** A list with more entries than a list may have, and the address of its editor. */
interface LongListOfSection {
  section: { id: string; label: string }
  href: string
  message: string
}

interface AttentionListProps {
  /** What is wrong with the running site itself, such as a full disk. */
  problems: readonly {
    id: string
    message: string
    /** True if nothing is wrong. */
    isNote?: boolean | undefined
    link?: { href: string; label: string } | undefined
  }[]
  /** Content files that cannot be used as they are. */
  faults: { single: readonly FaultOfSection[]; together: readonly FaultsOfCollection[] }
  /** Lists with more entries than a list may have. */
  longLists: readonly LongListOfSection[]
  /** Entries whose address something else has: another entry, or without `holder` another part of the website. */
  withoutAddress: readonly {
    label: string
    href: string
    address: string
    holder?: { label: string; href: string } | undefined
  }[]
  /** Links in the content to pages of the site that do not exist. */
  brokenLinks: readonly {
    section: { id: string; label: string }
    /** Address of its editor. */
    href: string
    link: string
    likely?: string | undefined
  }[]
  /** What the last check of the site has found, and when: `2 problems and 1 note`. */
  findings: { found: string; hasProblems: boolean; finished: string } | undefined
  /** What is missing by the site's own rules, and the screen with all of it. */
  missing:
    | {
        label: string
        href: string
        items: readonly ChecklistItem[]
        more: number
      }
    | undefined
  /** `reading` shortly after a start; undefined if the inbox cannot be read. */
  unreadMessages: number | 'reading' | undefined
  /** Messages without an answer after the day by which one was promised. */
  lateMessages: number
}

/**
 * What needs attention: problems of the running site, late and unread messages, content files that are not valid, lists that are
 * too long, entries without an address of their own, links to pages that do not exist, and what is missing by the site's
 * own rules.
 */
export function AttentionList(props: AttentionListProps) {
  const { problems, faults, longLists, withoutAddress, brokenLinks, findings, missing } = props
  const { unreadMessages, lateMessages } = props
  const lists = [
    problems,
    faults.single,
    faults.together,
    longLists,
    withoutAddress,
    brokenLinks,
    findings ? [findings] : [],
    missing?.items ?? [],
  ]
  const count = lists.reduce((sum, { length }) => sum + length, 0)
  if (count === 0 && unreadMessages === 0 && lateMessages === 0) {
    return (
      <p className="calm">
        <Icon name="check" />
        All messages are read, all content files are valid, and all links to pages of the website work.
      </p>
    )
  }
  return (
    <ul className="attention">
      {problems.map(({ id, message, isNote = false, link }) => (
        <li className={isNote ? 'attention__item--note' : undefined} key={id}>
          <b>{message}</b> {link && <Link to={link.href}>{link.label}</Link>}
        </li>
      ))}
      {lateMessages > 0 && (
        <li>
          <b>
            <Link to="/admin/inbox?state=late">{countOf(lateMessages, 'message')}</Link>: the promised answer is late
          </b>
        </li>
      )}
      {unreadMessages !== 0 && (
        <li className="attention__item--note">
          <UnreadMessages count={unreadMessages} />
        </li>
      )}
      {faults.together.map((group) => (
        <FaultGroup key={group.id} {...group} />
      ))}
      {faults.single.map((fault) => (
        <FaultItem key={fault.file} {...fault} />
      ))}
      {longLists.map(({ section, href, message }) => (
        <li key={`${section.id} ${message}`}>
          <b>
            <Link to={href}>{section.label}</Link>: {message}
          </b>{' '}
          <span>Visitors see all of them. Until then, none can be added.</span>
        </li>
      ))}
      {withoutAddress.map(({ label, href, address, holder }) => (
        <li key={href}>
          <b>
            <Link to={href}>{label}</Link> has the address {address}, which{' '}
            {holder ? <Link to={holder.href}>{holder.label}</Link> : 'another part of the website'} has as well
          </b>{' '}
          <span>
            {holder
              ? `Visitors see ${holder.label} there. Choose another address for one of them.`
              : 'Visitors do not find this entry. Choose another address for it.'}
          </span>
        </li>
      ))}
      {brokenLinks.map(({ section, href, link, likely }) => (
        <li className="attention__item--note" key={`${section.id} ${link}`}>
          <b>
            A link in <Link to={href}>{section.label}</Link> leads to {link}, which does not exist
          </b>{' '}
          {likely !== undefined && <span>Do you mean {likely}?</span>}
        </li>
      ))}
      {findings && (
        <li className={findings.hasProblems ? undefined : 'attention__item--note'}>
          <b>
            The <Link to="/admin/check">check of the site</Link> found {findings.found}
          </b>{' '}
          <span>Checked {findings.finished}</span>
        </li>
      )}
      {missing && <MissingItems {...missing} />}
    </ul>
  )
}

function MissingItems({ label, href, items, more }: NonNullable<AttentionListProps['missing']>) {
  return (
    <>
      {items.map(({ id, title, detail, steps: [step] }) => (
        <li className="attention__item--note" key={id}>
          <b>
            <Link to={href}>{label}</Link>: {title}
          </b>{' '}
          <span>
            {detail}{' '}
            {step && (
              <Link to={step.href}>
                {step.label}
                <span className="visually-hidden">: {title}</span>
              </Link>
            )}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li className="attention__item--note">
          <Link to={href}>
            {label}: {more} more
          </Link>
        </li>
      )}
    </>
  )
}

function FaultItem(fault: FaultOfSection) {
  const { section, label, href, removeHref, message, servesLastGood } = fault
  return (
    <li>
      <b>
        <Link to={href}>{label}</Link>: its file {fault.isMissing ? 'is missing' : 'cannot be used'}
      </b>
      {!fault.isMissing && <span>{message}</span>}
      <code>{faultPosition(fault)}</code>
      {servesLastGood ? (
        <>
          <span>
            Visitors see the last valid version.{' '}
            <Link to={href}>{fault.isMissing ? 'Save' : 'Correct'} the section in its editor</Link>
            {removeHref !== undefined && ', remove it if it is to go'}, or write this version to the file:
          </span>
          <Form className="attention__actions" method="post" action="/admin?index">
            <input type="hidden" name="section" value={section} />
            <button className="btn" name="intent" value={dashboardIntents.writeBack}>
              Write the last valid version to the file
            </button>
            {removeHref !== undefined && (
              <Link className="btn btn--danger" to={removeHref}>
                Remove it<span className="visually-hidden">: {label}</span>
              </Link>
            )}
          </Form>
        </>
      ) : (
        <span>
          Visitors do not see this section: there is no valid version of it yet.{' '}
          <Link to={href}>Correct it in its editor</Link>, or restore an earlier version from the{' '}
          <Link to={`/admin/history/${section}`}>history</Link>.
        </span>
      )}
    </li>
  )
}

function FaultGroup({ label, noun, count, labels, href }: FaultsOfCollection) {
  const more = count - labels.length
  return (
    <li>
      <b>
        {label}: the files of {countOf(count, noun)} are missing or not valid
      </b>
      <span>
        {labels.join(', ')}
        {more > 0 && ` and ${more.toLocaleString('en')} more`}. Visitors see the last valid version where there is one.{' '}
        <Link to={href}>
          Look at them, remove them, or write the last valid versions to their files
          <span className="visually-hidden">: {label}</span>
        </Link>
      </span>
    </li>
  )
}

function UnreadMessages({ count }: { count: number | 'reading' | undefined }) {
  if (count === undefined) return <b>The inbox cannot be read. The reason is in the server log.</b>
  if (count === 'reading') return <Link to="/admin/inbox?show=unread">The messages are still being read</Link>
  return <Link to="/admin/inbox?show=unread">{countOf(count, 'unread message')}</Link>
}
