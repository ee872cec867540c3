import { Children, createContext, isValidElement, useContext, type ReactNode } from 'react'
import type { FieldMetadata } from '@conform-to/react'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { LegendContext } from './field-labels.ts'
import { LinkField } from './link-field.tsx'
import { TextAreaField, TextField } from './text-fields.tsx'

interface FieldGroupProps {
  legend: string
  /** What the editor should know before filling in the fields. */
  note?: string
  /** Places the fields below the name, across the whole width: for tables and long texts. */
  wide?: boolean
  children: ReactNode
}

/** True for the groups that the links at the top of a form lead to. */
const LinkedContext = createContext(false)

/** A form with fewer groups has no links to them. */
const MIN_LINKED = 5

/** The groups of a long form, with links to them at its top. */
export function FieldGroups({ children }: { children: ReactNode }) {
  const legends = Children.toArray(children).flatMap((child) => legendOf(child) ?? [])
  const isLinked = legends.length >= MIN_LINKED
  return (
    <LinkedContext.Provider value={isLinked}>
      {isLinked && (
        <nav className="groups" aria-label="On this page">
          <ul>
            {legends.map((legend) => (
              <li key={legend}>
                <a href={`#${groupId(legend)}`}>{legend}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {children}
    </LinkedContext.Provider>
  )
}

function legendOf(child: ReactNode): string | undefined {
  if (!isValidElement(child)) return undefined
  if (child.type === PageHeadFields) return TOP_OF_PAGE
  const { legend } = child.props as { legend?: unknown }
  return typeof legend === 'string' ? legend : undefined
}

function groupId(legend: string) {
  return `group-${foldText(legend).replace(/[^a-z0-9]+/g, '-')}`
}

const TOP_OF_PAGE = 'Top of the page'

/** Fields that belong together: name and note in a column at the left, the fields right of it. */
export function FieldGroup({ legend, note, wide = false, children }: FieldGroupProps) {
  const isLinked = useContext(LinkedContext)
  return (
    <fieldset className={wide ? 'group group--wide' : 'group'} id={isLinked ? groupId(legend) : undefined}>
      <legend>
        {legend}
        {note !== undefined && <span className="group__note">{note}</span>}
      </legend>
      <div className="group__body">
        <LinkedContext.Provider value={false}>
          <LegendContext.Provider value={legend}>{children}</LegendContext.Provider>
        </LinkedContext.Provider>
      </div>
    </fieldset>
  )
}

/** Fields that belong together within a list entry or within a {@link FieldGroup}. */
export function SubGroup({ legend, note, children }: { legend: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="subgroup">
      <legend>
        {legend}
        {note !== undefined && <span className="group__note">{note}</span>}
      </legend>
      <div className="subgroup__body">
        <LegendContext.Provider value={legend}>{children}</LegendContext.Provider>
      </div>
    </fieldset>
  )
}

interface ButtonFieldsProps {
  text: FieldMetadata<string>
  link: FieldMetadata<string>
}

/** The text of a button and its link. The page shows the button if both are filled in. */
export function ButtonFields({ text, link }: ButtonFieldsProps) {
  return (
    <div className="two">
      <TextField field={text} help="Leave empty for no button" optional />
      <LinkField field={link} optional />
    </div>
  )
}

interface SectionHeadFieldsProps {
  title: FieldMetadata<string>
  buttonText: FieldMetadata<string>
  buttonLink: FieldMetadata<string>
}

/** The first fields of most sections: a title and one button. */
export function SectionHeadFields({ title, buttonText, buttonLink }: SectionHeadFieldsProps) {
  return (
    <FieldGroup legend="Heading">
      <TextField field={title} />
      <ButtonFields text={buttonText} link={buttonLink} />
    </FieldGroup>
  )
}

interface PageHeadFieldsProps {
  title: FieldMetadata<string>
  lead: FieldMetadata<string>
  /** Further fields of the top of the page. */
  children?: ReactNode
}

/** The first fields of most pages: their heading and the sentence below it. */
export function PageHeadFields({ title, lead, children }: PageHeadFieldsProps) {
  return (
    <FieldGroup legend={TOP_OF_PAGE}>
      <TextField field={title} />
      <TextField field={lead} help="One sentence below the title" />
      {children}
    </FieldGroup>
  )
}

interface OfficeFieldsProps {
  /** As returned by conform's getFieldset. */
  fields: Record<'title' | 'address' | 'phone' | 'email', FieldMetadata<string>>
  /** Shown between the title and the address, such as a field for a person's name. */
  children?: ReactNode
}

export function OfficeFields({ fields: { title, address, phone, email }, children }: OfficeFieldsProps) {
  return (
    <>
      <TextField field={title} />
      {children}
      <TextAreaField field={address} help="Line breaks appear on the page" />
      <div className="two">
        <TextField field={phone} type="tel" help="With the country code, such as +91 00000 00000" />
        <TextField field={email} type="email" />
      </div>
    </>
  )
}
