import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useLoaderData } from '@remix-run/react'
import { Field } from '#app/cms/editing/fields/field.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import {
  HiddenField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { useSectionId, type EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { languageName } from '#app/cms/platform/format/language-name.ts'
import { fixedAddress } from './fixed-address.ts'
import { FURTHER_KINDS_WITH_CAPTIONS, ANNUAL_REPORT, KIND_IDS, kindOf } from './document-kinds.ts'
import { DocumentVersions } from './document-versions.tsx'
import { documentVersionsLoader } from './document-versions.server.ts'
import type { DocumentContent } from './document-schema.ts'
import { filmsWithoutCaptions } from './films.ts'
import { PLAYED_KINDS } from './file-type.ts'
import { PERIODS } from './financial-period.ts'
import { RESULT_KINDS, RESULTS_CHECKLIST } from './result-kinds.ts'

export const loader = documentVersionsLoader

export const handle: EditorHandle = { schema: async () => (await import('./documents.ts')).documents.schema }

const KINDS = KIND_IDS.filter((kind) => kind !== ANNUAL_REPORT).map((value) => {
  const { label, group, clause } = kindOf(value)
  return { value, label: clause === undefined ? label : `${label} · ${clause}`, group }
})

const MAIN = ['pdf', ...PLAYED_KINDS] as const
const MAIN_HELP =
  'PDF, or an address that starts with https://. For the recording of a call or a film on the offer also MP3, M4A or MP4'

const FURTHER = ['pdf', ...FURTHER_KINDS_WITH_CAPTIONS] as const
const FURTHER_HELP =
  'PDF, recording (MP3, M4A), film (MP4) or its captions (VTT, SRT), spreadsheet (XLSX, CSV) or XBRL (XML), or an address that starts with https://'

const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, label]) => ({ value, label }))

/** Fields of a document of the register. */
export default function DocumentFields() {
  const { versions } = useLoaderData<typeof loader>()
  const fields = useFormMetadata<DocumentContent>().getFieldset()
  return (
    <>
      <FieldGroup legend="Document">
        <TextField
          field={fields.title}
          help="With its period, as visitors read it: Financial results, quarter 1, 2026-27"
        />
        <SelectField
          field={fields.kind}
          options={KINDS}
          help="Decides in which list it is, what the law asks for, and how long it is kept. Annual reports are in Investor Reports"
        />
      </FieldGroup>
      <FieldGroup legend="Period" note="Leave the year empty for a policy or another document without a period">
        <div className="two">
          <TextField field={fields.financialYear} optional help="April to March, such as 2026-27" />
          <SelectField field={fields.period} options={PERIOD_CHOICES} />
        </div>
        <TextField
          field={fields.eventDay}
          type="date"
          optional
          help="For a document about one day, such as a meeting or a call"
        />
      </FieldGroup>
      <FieldGroup legend="Dates" note="Visitors see the date of disclosure, never the date inside the PDF">
        <div className="two">
          <TextField field={fields.date} type="date" help="The day on which it was disclosed. Lists sort by it" />
          <TextField
            field={fields.filedOn}
            type="date"
            optional
            help="The day on which it was filed with the exchange or the registrar, if that differs"
          />
        </div>
      </FieldGroup>
      <FieldGroup legend="Files" note="A new file replaces the one before, at the same address. Earlier files are kept">
        <FileField field={fields.fileUrl} accepts={MAIN} help={MAIN_HELP} />
        <LanguageField field={fields.language} />
        <EntryList
          list={fields.files}
          noun="further file"
          empty="No other formats. Add a recording, spreadsheet or XBRL file."
          summarise={(file) => ({ title: file.getFieldset().title.value })}
        >
          {(file) => {
            const { _id, title, fileUrl, language } = file.getFieldset()
            return (
              <>
                <HiddenField field={_id} />
                <TextField field={title} help="What visitors read, such as Consolidated results as a spreadsheet" />
                <FileField field={fileUrl} accepts={FURTHER} help={FURTHER_HELP} />
                <LanguageField
                  field={language}
                  none="That of the document"
                  help="Only for captions. They belong to the film before them"
                />
              </>
            )
          }}
        </EntryList>
        <FilmsWithoutCaptions fields={fields} />
      </FieldGroup>
      <PlaceInLists fields={fields} />
      <FieldGroup
        legend="Withdrawal"
        note="A document that was public is not deleted. Visitors to its address read its title, the date and this reason"
      >
        <TextAreaField
          field={fields.withdrawnBecause}
          rows={3}
          optional
          help="Enter a reason to withdraw it. Clear it to publish it again"
        />
        <WithdrawnOn field={fields.withdrawnOn} />
      </FieldGroup>
      {fields.published.getFieldList().length > 0 && <FixedAddress address={fields.address} />}
      {RESULT_KINDS.some(({ kind }) => kind === fields.kind.initialValue) && (
        <FieldGroup legend="Results day" note="What else a quarter has">
          <p>
            <a href={RESULTS_CHECKLIST}>Other documents on the results of the last quarter</a>
          </p>
        </FieldGroup>
      )}
      <PublishedFiles list={fields.published} />
      <DocumentVersions versions={versions} />
    </>
  )
}

/** The languages of documents in India that this company may publish in. */
const LANGUAGES = ['en', 'hi', 'mr', 'kok', 'gu', 'kn']

/** A language as a choice. One that content has already stays among the choices. `none`: what an empty one means. */
function LanguageField({ field, none, help }: { field: FieldMetadata<string>; none?: string; help?: string }) {
  const { initialValue = '' } = field
  const codes = initialValue === '' || LANGUAGES.includes(initialValue) ? LANGUAGES : [...LANGUAGES, initialValue]
  return (
    <Field field={field} optional={none !== undefined} {...(help !== undefined && { help })}>
      {(control) => (
        <select {...control} defaultValue={initialValue}>
          {none !== undefined && <option value="">{none}</option>}
          {codes.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type Fields = ReturnType<FieldMetadata<DocumentContent>['getFieldset']>

/** What one list alone shows: the number of a policy, the picture of a certificate. Other documents keep what they have. */
function PlaceInLists({ fields: { kind, position, image, imageAlt } }: { fields: Fields }) {
  const chosen = KIND_IDS.find((one) => one === (kind.value ?? kind.initialValue))
  const list = chosen && kindOf(chosen).list
  const isNew = kind.initialValue === undefined || kind.initialValue === ''
  const hasNumber = isNew || list === 'policies' || (position.initialValue ?? '0') !== '0'
  const hasPicture = isNew || list === 'certificates' || (image.initialValue ?? '') !== ''
  const numberField = <NumberField field={position} help="Only policies are numbered. 0: no number, sorted by date" />
  const pictureField = <ImageField field={image} alt={imageAlt} label="picture of the first page, for a certificate" />
  return (
    <>
      {(hasNumber || hasPicture) && (
        <FieldGroup legend="In lists" note="For policies and certificates">
          {hasNumber && numberField}
          {hasPicture && pictureField}
        </FieldGroup>
      )}
      {!hasNumber && <Unshown field={position} />}
      {!hasPicture && [image, imageAlt].map((field) => <Unshown key={field.name} field={field} />)}
    </>
  )
}

/** A value that is sent back unchanged. */
function Unshown({ field }: { field: Pick<FieldMetadata, 'name' | 'formId'> & { initialValue?: string | undefined } }) {
  return <input type="hidden" name={field.name} form={field.formId} defaultValue={field.initialValue ?? ''} />
}

/** Does not prevent the publication: captions are often made after the film. */
function FilmsWithoutCaptions({ fields }: { fields: Fields }) {
  const files = fields.files.getFieldList().map((file) => file.getFieldset())
  const valueOf = ({ value, initialValue }: FieldMetadata<string>) => value ?? initialValue ?? ''
  const names = filmsWithoutCaptions({
    title: valueOf(fields.title),
    language: valueOf(fields.language),
    fileUrl: valueOf(fields.fileUrl),
    files: files.map(({ title, fileUrl }) => ({ title: valueOf(title), fileUrl: valueOf(fileUrl), language: '' })),
  })
  if (names.length === 0) return null
  return (
    <p className="field__note" role="status">
      <span className="chip">No captions</span> {names.join(', ')}: who cannot hear the film cannot follow it. Add a
      WebVTT or SRT file (.vtt, .srt) as a further file after it. You can publish without.
    </p>
  )
}

/** The address for ever of a document that was public, and its QR code for forms and advertisements. */
function FixedAddress({ address }: { address: FieldMetadata<string> }) {
  const key = useSectionId()?.split('--')[1] ?? ''
  const last = address.initialValue || key
  if (last === '') return null
  const path = fixedAddress(last)
  const codeAs = (type: string) => `/admin/qr-code?${new URLSearchParams({ address: path, as: type }).toString()}`
  return (
    <FieldGroup legend="Fixed address" note="It always leads to the current file, also after a replacement">
      <p>
        <a href={path}>{path}</a>
      </p>
      <p>
        QR code of the address:{' '}
        <a href={codeAs('svg')} download>
          SVG, for print
        </a>
        ,{' '}
        <a href={codeAs('png')} download>
          PNG
        </a>
      </p>
    </FieldGroup>
  )
}

function WithdrawnOn({ field }: { field: FieldMetadata<string> }) {
  return (
    <>
      <Unshown field={field} />
      {field.initialValue !== undefined && field.initialValue !== '' && (
        <p className="field__help">Withdrawn on {formatDay(field.initialValue)}</p>
      )}
    </>
  )
}

/** What the server has recorded is sent back unchanged, so that a form without a change is none. */
function PublishedFiles({ list }: { list: FieldMetadata<DocumentContent['published']> }) {
  const files = list.getFieldList().map((file) => file.getFieldset())
  return files.flatMap(({ fileUrl, since, name }) =>
    [fileUrl, since, name].map((field) => <Unshown key={field.name} field={field} />),
  )
}
