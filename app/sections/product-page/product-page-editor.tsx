import { useFormMetadata } from '@conform-to/react'
import { ProductChoiceList } from '#app/sections/products/product-choice-list.tsx'
import { FieldGroup, PageHeadFields } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { MarkdownField } from '#app/editing/markdown/markdown-field.tsx'
import { TextField } from '#app/editing/fields/text-fields.tsx'
import { GradeTableEditor } from './grade-table-editor.tsx'
import { KeyFigureList, SupplyFactList, TemperatureList, VoltageList } from './product-facts-editor.tsx'
import { MAX_RELATED, type ProductPage } from './product-page.ts'

/** Fields of a product's own page, in the order of the page. */
export function ProductPageEditor() {
  const fields = useFormMetadata<ProductPage>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextField field={fields.summary} label="Summary" help="For search engines and shared links; not on the page" />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the product" optional={false} />
      </PageHeadFields>
      <FieldGroup legend="Key figures" note="Beside the title, after the number of grades. Up to three">
        <KeyFigureList list={fields.keyFigures} />
      </FieldGroup>
      <FieldGroup legend="Description" wide>
        <MarkdownField field={fields.body} label="Description" />
      </FieldGroup>
      <FieldGroup
        legend="Grades"
        note="One row a grade, one column a property, up to five. Write a unit after a comma: Density, g/cm³"
        wide
      >
        <GradeTableEditor properties={fields.properties} grades={fields.grades} />
        <TextField
          field={fields.gradesNote}
          label="Note below the table"
          help="How the values were measured, and that they are typical ones"
        />
      </FieldGroup>
      <FieldGroup legend="Voltages" note="For cable filling compounds. Without an entry the page has no such table">
        <VoltageList list={fields.voltages} />
      </FieldGroup>
      <FieldGroup legend="Application temperatures" note="In degrees Celsius, also drawn on a scale">
        <TemperatureList list={fields.temperatures} />
      </FieldGroup>
      <FieldGroup legend="Processing and supply" note="Up to eight facts">
        <SupplyFactList list={fields.supply} />
      </FieldGroup>
      <FieldGroup legend="Related products" note="As tiles at the end of the page, up to six">
        <TextField field={fields.relatedTitle} label="Title above them" />
        <ProductChoiceList
          list={fields.related}
          max={MAX_RELATED}
          empty="No related products: the page ends before them"
        />
      </FieldGroup>
    </>
  )
}
