import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FieldGroup, PageHeadFields, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { TextField, HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import { TitledTextList, EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { ProductChoiceList } from '#app/site/sections/product-catalog/product-choice-list.tsx'
import { productChoicesLoader } from '#app/site/sections/product-catalog/product-choices.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { ProductsOverview, Build, Layer } from './products-overview.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const loader = productChoicesLoader

export const handle: EditorHandle = {
  schema: async () => (await import('./products-overview.ts')).productsOverview.schema,
}

/** Fields of the products page, apart from the three sections it shares with the home page. */
export default function ProductsOverviewEditor() {
  const fields = useFormMetadata<ProductsOverview>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextField field={fields.summary} help="Shown by search engines and in shared links, not on the page" />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the page" optional={false} />
      </PageHeadFields>
      <FieldGroup legend="Layers" note="Which compound is used for which layer of a cable or a pipe">
        <TextField field={fields.layersTitle} />
        <BuildList builds={fields.builds} />
      </FieldGroup>
      <FieldGroup
        legend="Steps"
        note="The steps of an order. Also shown on the pages of products without their own steps"
      >
        <TextField field={fields.stepsTitle} />
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

/** The products that are built of layers, and the layers of each. */
function BuildList({ builds }: { builds: FieldMetadata<Build[]> }) {
  return (
    <EntryList
      list={builds}
      noun="build"
      empty="No cable builds yet. The page has no guide to the layers."
      summarise={(build) => {
        const { title, layers } = build.getFieldset()
        return { title: title.value, note: countOf(layers.getFieldList().length, 'layer') }
      }}
    >
      {(build) => {
        const { _id, title, order, layers } = build.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <TextField field={title} />
              <TextField field={order} help="Where the layers start, for example From the conductor outwards" />
            </div>
            <SubGroup legend="Layers" note="From the inside to the outside, up to eight">
              <LayerList layers={layers} />
            </SubGroup>
          </>
        )
      }}
    </EntryList>
  )
}

function LayerList({ layers }: { layers: FieldMetadata<Layer[]> }) {
  return (
    <EntryList
      list={layers}
      noun="layer"
      min={1}
      pastes
      summarise={(layer) => {
        const { name, task } = layer.getFieldset()
        return { title: name.value, note: task.value ?? '' }
      }}
    >
      {(layer) => {
        const { name, task, standards, products } = layer.getFieldset()
        return (
          <>
            <div className="two">
              <TextField field={name} />
              <TextField field={standards} />
            </div>
            <TextField field={task} help="The purpose of the layer" />
            <SubGroup legend="Products" note="What the layer can be made of">
              <ProductChoiceList list={products} empty="No product yet" />
            </SubGroup>
          </>
        )
      }}
    </EntryList>
  )
}
