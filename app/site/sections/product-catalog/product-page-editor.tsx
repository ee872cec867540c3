import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { ProductChoiceList } from './product-choice-list.tsx'
import { productPageLoader } from './product-choices.server.ts'
import { FieldGroup, FieldGroups, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import { NumberField, SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { FactList } from '#app/site/collections/grades/fact-list.tsx'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { optionsOf } from '#app/site/collections/properties/grade-choices.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import {
  MAX_COLUMNS,
  MAX_KEY_FIGURES,
  MAX_RELATED,
  MAX_SUPPLY_FACTS,
} from '#app/site/sections/product-page/product-limits.ts'
import type {
  Column,
  KeyFigure,
  ProductPage,
  Temperature,
  Voltage,
} from '#app/site/sections/product-page/product-page.ts'
import { COLUMN_SOURCES } from '#app/site/sections/product-page/column-sources.ts'

export const loader = productPageLoader

export const handle: EditorHandle = {
  schema: async () => (await import('#app/site/sections/product-page/product-page.ts')).productPages.schema,
}

/** Fields of a product's own page, in the order of the page. */
export default function ProductPageEditor() {
  const fields = useFormMetadata<ProductPage>().getFieldset()
  return (
    <FieldGroups>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextField field={fields.summary} help="Shown by search engines and in shared links, not on the page" />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the product" optional={false} />
      </PageHeadFields>
      <FieldGroup legend="Key figures" note="Beside the title, after the number of grades. Up to three">
        <KeyFigureList list={fields.keyFigures} />
      </FieldGroup>
      <FieldGroup
        legend="Grades"
        note="The rows of the table. Each grade has a form of its own, with its standards and values"
      >
        <GradesOfPage />
      </FieldGroup>
      <FieldGroup
        legend="Table of the grades"
        note="Up to five columns, between the names of the grades and what they are used for"
      >
        <TextField field={fields.tableTitle} help="Such as Grades, or Types for cables" />
        <ColumnList list={fields.columns} />
        <TextField
          field={fields.gradesNote}
          label="Note below the table"
          help="State how the values were measured, and that they are typical values"
        />
      </FieldGroup>
      <FieldGroup legend="Description" wide>
        <MarkdownField field={fields.body} />
      </FieldGroup>
      <FieldGroup legend="Voltages" note="For cable filling compounds. Without entries, the page has no voltage table">
        <VoltageList list={fields.voltages} />
      </FieldGroup>
      <FieldGroup legend="Application temperatures" note="In degrees Celsius, also drawn on a scale">
        <TemperatureList list={fields.temperatures} />
      </FieldGroup>
      <FieldGroup legend="Processing and supply" note="Up to eight facts">
        <TextField
          field={fields.supplyTitle}
          help="Such as Processing and supply, or Construction and supply for cables"
        />
        <FactList list={fields.supply} max={MAX_SUPPLY_FACTS} />
      </FieldGroup>
      <FieldGroup legend="Related products" note="As tiles at the end of the page, up to six">
        <TextField field={fields.relatedTitle} label="Title above the products" />
        <ProductChoiceList
          list={fields.related}
          max={MAX_RELATED}
          empty="No related products yet. The page does not show this part."
        />
      </FieldGroup>
      <FieldGroup legend="Cards" note="On the home page and on the page of all products">
        <CardsOfPage />
      </FieldGroup>
    </FieldGroups>
  )
}

/** The cards that lead visitors to this page, and the lists in which staff add them. */
function CardsOfPage() {
  const { cardLists } = useLoaderData<typeof loader>()
  const hasCard = cardLists.some(({ cards }) => cards.length > 0)
  return (
    <>
      <p>
        {hasCard
          ? 'These cards lead to this page:'
          : 'No card leads to this page yet. Once it is published, add a card in one of these lists, and choose this page in it:'}
      </p>
      <ul>
        {cardLists
          .filter(({ cards }) => !hasCard || cards.length > 0)
          .map(({ id, label, href, cards }) => (
            <li key={id}>
              <Link to={href}>{label}</Link>
              {hasCard && `: ${cards.join(', ')}`}
            </li>
          ))}
      </ul>
    </>
  )
}

/** The grades of this page, with the form of a new one. */
function GradesOfPage() {
  const { pageGrades } = useLoaderData<typeof loader>()
  if (pageGrades === undefined) return <p>Save the page first, then add its grades.</p>
  const { grades, listHref } = pageGrades
  return (
    <>
      <p>
        {grades.length === 0 && 'No grades yet. The page says that no grade has been published.'}
        {grades.map(({ title, note, href }, index) => (
          <Fragment key={href}>
            {index > 0 && ', '}
            <Link to={href}>{title}</Link>
            {note !== '' && ` (${note})`}
          </Fragment>
        ))}
      </p>
      <p>
        Add grades in the <Link to={listHref}>list of the grades of this page</Link>, and choose this page in their
        forms.
      </p>
    </>
  )
}

/** The columns of the grade table. */
function ColumnList({ list }: { list: FieldMetadata<Column[]> }) {
  return (
    <TableList list={list} noun="column" max={MAX_COLUMNS} blocks>
      {(entry) => {
        const { title, shows, property, condition } = entry.getFieldset()
        return [
          <SelectField key="shows" field={shows} options={optionsOf(COLUMN_SOURCES)} />,
          <ReferenceField key="property" field={property} collection="properties" optional />,
          <TextField key="title" field={title} optional help="Empty: the name of the property" />,
          <TextField key="condition" field={condition} optional help="If there are several values: 23 °C" />,
        ]
      }}
    </TableList>
  )
}

function KeyFigureList({ list }: { list: FieldMetadata<KeyFigure[]> }) {
  return (
    <TableList list={list} noun="key figure" max={MAX_KEY_FIGURES}>
      {(entry) => {
        const { name, value, note } = entry.getFieldset()
        return [
          <TextField key="name" field={name} />,
          <TextField key="value" field={value} />,
          <TextField key="note" field={note} optional />,
        ]
      }}
    </TableList>
  )
}

/** The voltage classes and the grades for each. */
function VoltageList({ list }: { list: FieldMetadata<Voltage[]> }) {
  return (
    <TableList list={list} noun="voltage" pastes blocks>
      {(entry) => {
        const { class: voltageClass, rated, cables, grades } = entry.getFieldset()
        return [
          <TextField key="voltageClass" field={voltageClass} />,
          <TextField key="rated" field={rated} />,
          <TextField key="cables" field={cables} />,
          <TextField key="grades" field={grades} />,
        ]
      }}
    </TableList>
  )
}

/** The ranges in which the compound is applied. */
function TemperatureList({ list }: { list: FieldMetadata<Temperature[]> }) {
  return (
    <TableList list={list} noun="temperature" pastes>
      {(entry) => {
        const { form, from, to } = entry.getFieldset()
        return [
          <TextField key="form" field={form} />,
          <NumberField key="from" field={from} />,
          <NumberField key="to" field={to} />,
        ]
      }}
    </TableList>
  )
}
