import type { FieldMetadata } from '@conform-to/react'
import { ButtonFields, FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { LinkField } from '#app/editing/fields/link-field.tsx'
import { SelectField, TextAreaField } from '#app/editing/fields/text-fields.tsx'
import { LinkList, SiteLinkFields } from './link-list.tsx'
import type { Site } from './site.ts'

type Footer = Site['footer']

/** Fields of the footer, in the order in which it shows them. */
export function FooterFields({ footer }: { footer: FieldMetadata<Footer> }) {
  const fields = footer.getFieldset()
  return (
    <>
      <FieldGroup legend="Footer" note="At the end of every page">
        <TextAreaField field={fields.lead} label="Lead" rows={2} help="The large sentence at its top" />
        <ButtonFields text={fields.buttonText} link={fields.buttonLink} />
        <TextAreaField field={fields.about} label="About text" rows={2} help="Below the logo" optional />
      </FieldGroup>
      <FieldGroup legend="Footer badges" note="Small marks below the about text">
        <Badges list={fields.badges} />
      </FieldGroup>
      <FieldGroup legend="Footer links" note="In the column named Company">
        <LinkList list={fields.links} />
      </FieldGroup>
      <FieldGroup legend="Social links" note="As icons in the last line of the footer">
        <SocialLinks list={fields.social} />
      </FieldGroup>
      <FieldGroup legend="Privacy policy" note="In the last line of the footer">
        <SiteLinkFields link={fields.privacyPolicy} />
      </FieldGroup>
    </>
  )
}

function Badges({ list }: { list: FieldMetadata<Footer['badges']> }) {
  return (
    <EntryList
      list={list}
      noun="badge"
      summarise={(badge) => {
        const { image, alt } = badge.getFieldset()
        return { title: alt.value ?? image.value, image: image.value ?? '' }
      }}
    >
      {(badge) => {
        const { image, alt } = badge.getFieldset()
        return <ImageField field={image} alt={alt} label={`badge ${alt.value ?? ''}`.trim()} optional={false} />
      }}
    </EntryList>
  )
}

function SocialLinks({ list }: { list: FieldMetadata<Footer['social']> }) {
  return (
    <EntryList
      list={list}
      noun="social link"
      summarise={(entry) => {
        const { network, link } = entry.getFieldset()
        const chosen = NETWORKS.find(({ value }) => value === network.value)
        return { title: chosen?.label, note: link.value ?? '' }
      }}
    >
      {(entry) => {
        const { network, link } = entry.getFieldset()
        return (
          <div className="two">
            <SelectField field={network} label="Network" options={NETWORKS} />
            <LinkField field={link} label="Link" help="The company's page there, such as https://…" />
          </div>
        )
      }}
    </EntryList>
  )
}

const NETWORKS = [
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'x', label: 'X' },
] satisfies { value: Footer['social'][number]['network']; label: string }[]
