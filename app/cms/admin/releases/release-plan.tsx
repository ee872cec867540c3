import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { FormRefusal } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { ReleaseFields } from './release-fields.tsx'
import { releaseIntents } from './release-intents.ts'
import type { releaseAction, releaseLoader } from './release-page.server.ts'

/** What will happen and when, and the buttons that make it happen. */
export function ReleasePlan() {
  const { release, mayPublish, pages, files } = useLoaderData<typeof releaseLoader>()
  const reply = useActionData<typeof releaseAction>()
  const refused = reply && 'errors' in reply ? reply : undefined
  const recovered = useRecoveredTexts(keptIntents(releaseIntents))
  const saved = { name: release.name, time: release.timeField }
  // What the shown values were typed over. Others may have saved since.
  const before = refused?.before ?? (recovered && { name: recovered['name-before'], time: recovered['time-before'] })
  const isScheduled = release.state === 'scheduled'
  const sections = pages.reduce((sum, page) => sum + page.sections.length, 0)
  return (
    <section className="panel" aria-labelledby="plan-heading">
      <header className="panel__head">
        <h2 id="plan-heading">Name and time</h2>
      </header>
      <Form className="account-form" method="post" preventScrollReset key={`${release.name} ${release.timeField}`}>
        <RecoveredTextsNotice intents={keptIntents(releaseIntents)} />
        <FormRefusal title="Nothing was changed." errors={refused?.errors ?? {}} />
        <input type="hidden" name="name-before" value={before?.name ?? saved.name} />
        <input type="hidden" name="time-before" value={before?.time ?? saved.time} />
        <ReleaseFields
          values={refused?.values ?? recovered ?? saved}
          errors={refused?.errors}
          content={{ sections, files: files.length }}
          isScheduled={isScheduled}
        />
        <div className="release-buttons">
          {mayPublish && !isScheduled && (
            <button className="btn btn--primary" name="intent" value={releaseIntents.askSchedule}>
              Schedule
            </button>
          )}
          {(!isScheduled || mayPublish) && (
            <button className={isScheduled ? 'btn btn--primary' : 'btn'} name="intent" value={releaseIntents.save}>
              Save
            </button>
          )}
          {mayPublish && (
            <Link className="btn" to="ask/publish" preventScrollReset>
              Publish now
            </Link>
          )}
          {mayPublish && isScheduled && (
            <button className="btn btn--danger" name="intent" value={releaseIntents.takeBack}>
              Cancel the schedule
            </button>
          )}
        </div>
        {!mayPublish && (
          <p className="field__help">
            Only people with the role Publisher or Administrator can schedule and publish releases.
          </p>
        )}
      </Form>
    </section>
  )
}
