import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, PageHeadFields } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { TextField } from '#app/editing/fields/text-fields.tsx'
import { TitledTextList } from '#app/editing/lists/entry-list.tsx'
import { BuildList } from './build-list-editor.tsx'
import type { ProductsOverview } from './products-overview.ts'

/** Fields of the products page, apart from the three sections it shares with the home page. */
export function ProductsOverviewEditor() {
  const fields = useFormMetadata<ProductsOverview>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextField field={fields.summary} label="Summary" help="For search engines and shared links; not on the page" />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the page" optional={false} />
      </PageHeadFields>
      <FieldGroup legend="Layers" note="Which compound for which layer of a cable or a pipe">
        <TextField field={fields.layersTitle} label="Title above them" />
        <BuildList builds={fields.builds} />
      </FieldGroup>
      <FieldGroup
        legend="Steps"
        note="How an order comes about; also on the pages of products that have none of their own"
      >
        <TextField field={fields.stepsTitle} label="Title above them" />
        <TitledTextList
          list={fields.steps}
          noun="step"
          fieldsOf={(step) => {
            const { title, text } = step.getFieldset()
            return { title, text }
          }}
        />
      </FieldGroup>
    </>
  )
}
