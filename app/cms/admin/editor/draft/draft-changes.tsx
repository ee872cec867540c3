import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ApprovalPanel } from '#app/cms/admin/approval/approval-panel.tsx'
import { DraftDifferences, DraftHead } from '#app/cms/admin/history/difference-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { InputField, PanelForm } from '#app/cms/editing/fields/plain-form.tsx'
import { addToReleaseIntents } from '#app/cms/admin/releases/release-intents.ts'
import { useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { BackLink } from '#app/cms/editing/ui/page-head.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { draftChangesAction, draftChangesLoader } from './draft-changes.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = draftChangesLoader
export const action = draftChangesAction
export const clientAction = keepTyped(approvalIntents, addToReleaseIntents)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? `${data.section.label}, draft` : 'Not found')

/** What the draft of a section changes, field by field, and the form that adds it to a release. */
export default function DraftChangesPage() {
  const { section, by, when, others, count, approval, ...differences } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to={section.href}>{section.label}</BackLink>
      <DraftHead
        title={`${section.label}: what the draft changes`}
        section={section}
        count={count}
        of="this draft"
        by={by}
        when={when}
        others={others}
      />
      <DraftDifferences {...differences} count={count} after="In the draft" />
      {approval && (
        <ApprovalPanel approval={approval} reply={reply && 'approval' in reply ? reply.approval : undefined} />
      )}
      <AddToRelease needsApproval={approval !== undefined} />
    </>
  )
}

function AddToRelease({ needsApproval }: { needsApproval: boolean }) {
  const { releases } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const recovered = useRecoveredTexts([addToReleaseIntents.add])
  const added = reply && 'added' in reply ? reply.added : undefined
  const { values = recovered, errors = {} } = added ?? {}
  return (
    <PanelForm
      id="release"
      heading="Add to a release"
      intent={addToReleaseIntents.add}
      button="Add to the release"
      isPrimary={!needsApproval}
      refusal={{ title: 'The draft was not added.', errors }}
    >
      {needsApproval && <p>After you add the draft to a release, you have to ask for approval again.</p>}
      {releases.length > 0 && (
        <PlainField id="draft-release" label="Release" errors={errors.release}>
          {(described) => (
            <select id="draft-release" name="release" defaultValue={values?.release} {...described}>
              {releases.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
              <option value="">A new release</option>
            </select>
          )}
        </PlainField>
      )}
      <InputField
        id="draft-release-name"
        label="Name of a new release"
        help={
          releases.length > 0
            ? 'Only for a new release. Visitors do not see this name'
            : 'Visitors do not see this name'
        }
        errors={errors.name}
        name="name"
        maxLength={120}
        autoComplete="off"
        defaultValue={values?.name}
      />
    </PanelForm>
  )
}
