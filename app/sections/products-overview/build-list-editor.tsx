import type { FieldMetadata } from '@conform-to/react'
import { ProductChoiceList } from '#app/sections/products/product-choice-list.tsx'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { SubGroup } from '#app/editing/fields/field-groups.tsx'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'
import type { Build, Layer } from './products-overview.ts'

/** The things that are built of layers, and the layers of each. */
export function BuildList({ builds }: { builds: FieldMetadata<Build[]> }) {
  return (
    <EntryList
      list={builds}
      noun="build"
      empty="No builds: the page has no guide to the layers"
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
              <TextField field={title} label="Title" />
              <TextField field={order} label="Order" help="Where the layers begin: From the conductor outwards" />
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
              <TextField field={name} label="Name" />
              <TextField field={standards} label="Standards" />
            </div>
            <TextField field={task} label="Task" help="What the layer has to do" />
            <SubGroup legend="Products" note="What the layer can be made of">
              <ProductChoiceList list={products} empty="No product yet" />
            </SubGroup>
          </>
        )
      }}
    </EntryList>
  )
}
