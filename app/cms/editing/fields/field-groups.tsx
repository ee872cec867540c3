import type { ReactNode } from 'react'
import type { FieldMetadata } from '@conform-to/react'
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

/** Fields that belong together: name and note in a column at the left, the fields right of it. */
export function FieldGroup({ legend, note, wide = false, children }: FieldGroupProps) {
  return (
    <fieldset className={wide ? 'group group--wide' : 'group'}>
      <legend>
        {legend}
        {note !== undefined && <span className="group__note">{note}</span>}
      </legend>
      <div className="group__body">
        <LegendContext.Provider value={legend}>{children}</LegendContext.Provider>
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
    <FieldGroup legend="Top of the page">
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
