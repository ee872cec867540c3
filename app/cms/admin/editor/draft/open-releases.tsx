import { Link } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import type { SectionRelease } from '#app/cms/admin/releases/release-state.server.ts'

/** Shown above an editor: the releases that will change its section, and what in it blocks them. */
export function OpenReleases({ releases }: { releases: readonly SectionRelease[] }) {
  return releases.map(({ name, href, moment, problem }) => (
    <section
      className={problem ? 'status status--bad' : 'status status--note'}
      aria-label={`Release ${name}`}
      key={href}
    >
      <Icon name={problem ? 'alert' : 'clock'} />
      <div className="status__text">
        <p>
          The release <Link to={href}>{name}</Link> changes this section
          {moment === undefined ? ' too. It is not scheduled.' : ` at ${moment}.`}
        </p>
        {problem && (
          <p>
            <b>It cannot be published yet.</b> {problem.text}{' '}
            {problem.step && <Link to={problem.step.href}>{problem.step.label}</Link>}
          </p>
        )}
      </div>
    </section>
  ))
}
