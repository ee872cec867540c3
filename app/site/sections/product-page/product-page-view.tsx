import { Steps, type Step } from '#app/site/sections/shared/steps.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { DefinitionRows, DefinitionRow } from '#app/site/ui/definition-rows.tsx'
import type { Product } from './product-list.ts'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { ProductTile } from './product-tile.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import { ComparedName, ComparedTable, CompareHint } from './compare-form.tsx'
import { DataSheetNote } from './product-advice.tsx'
import type { GradeTableContent } from './grade-table-content.ts'
import type { ProductPage, KeyFigure, SupplyFact, Temperature, Voltage } from './product-page.ts'
import { DataSheetFile } from './grade-cells.tsx'
import { temperatureAxis, type TemperatureAxis } from './temperature-axis.ts'
import { PRODUCT_TRAIL } from '#app/site/addresses/product-address.ts'
import './compare-form.css'
import './product-page-view.css'

/** The fields of a product page that it shows. */
type ShownPage = Omit<ProductPage, 'body' | 'related' | 'relatedTitle' | 'summary' | 'columns'>

interface ProductPageViewProps {
  product: ShownPage
  grades: GradeTableContent
  /** The body as HTML, from `renderMarkdown`. */
  description: string
  email: string | undefined
  answerTime: string
  related: RelatedProductsContent
  /** The range that it belongs to; undefined if no card leads to it. */
  family?: { name: string; gradesHref: string } | undefined
  /** What a row of the table is called: `Grade`. */
  rowName: string
}

export function ProductPageView({
  product,
  grades,
  description,
  email,
  answerTime,
  related,
  family,
  rowName,
}: ProductPageViewProps) {
  const gradeCount = { name: product.tableTitle, value: String(grades.rows.length), note: '' }
  return (
    <>
      <PageIntro
        title={product.title}
        lead={product.lead}
        trail={PRODUCT_TRAIL}
        picture={{ file: product.image, alt: product.imageAlt }}
      >
        <KeyFigures figures={[...(grades.rows.length > 0 ? [gradeCount] : []), ...product.keyFigures]} />
      </PageIntro>
      <DefinitionRows>
        <DefinitionRow id="grades" label={product.tableTitle}>
          <GradeTable product={product} grades={grades} family={family} rowName={rowName} />
        </DefinitionRow>
        <DefinitionRow id="description" label="Description">
          <div className="product-text">
            <Prose html={description} />
          </div>
        </DefinitionRow>
        {product.voltages.length > 0 && (
          <DefinitionRow id="voltage" label="Voltage">
            <VoltageTable voltages={product.voltages} />
          </DefinitionRow>
        )}
        {product.temperatures.length > 0 && (
          <DefinitionRow id="application-temperature" label="Application temperature">
            <TemperatureRanges ranges={product.temperatures} />
          </DefinitionRow>
        )}
        {product.supply.length > 0 && (
          <DefinitionRow id="supply" label={product.supplyTitle}>
            <SupplyFacts facts={product.supply} />
          </DefinitionRow>
        )}
        <DataSheetNote
          email={email}
          answerTime={answerTime}
          product={product.title}
          named={`the ${rowName.toLowerCase()}`}
          atHand={grades.rows.length > 0 && 'You can also download them: the table above has one on each line, as PDF.'}
        />
      </DefinitionRows>
      <RelatedProducts content={related} />
    </>
  )
}

interface GeneralProductViewProps {
  product: Omit<Product, '_id' | 'slug'>
  steps: Step[]
  email: string | undefined
  answerTime: string
  related: RelatedProductsContent
}

/** The page of a product that has only a card. */
export function GeneralProductView({ product, steps, email, answerTime, related }: GeneralProductViewProps) {
  return (
    <>
      <PageIntro
        title={product.title}
        lead={product.description}
        trail={PRODUCT_TRAIL}
        picture={{ file: product.image, alt: product.imageAlt }}
      />
      <DefinitionRows>
        {steps.length > 0 && (
          <DefinitionRow id="how-to-order" label="How you get it">
            <Steps steps={steps} />
          </DefinitionRow>
        )}
        <DataSheetNote email={email} answerTime={answerTime} product={product.title} named="the product" />
      </DefinitionRows>
      <RelatedProducts content={related} />
    </>
  )
}

interface GradeTableProps extends Pick<ProductPageViewProps, 'grades' | 'family' | 'rowName'> {
  product: Pick<ShownPage, 'title' | 'tableTitle' | 'gradesNote'>
}

/** The grades of a product: name, key properties, use; a note on the values, and the way to those of its family. */
function GradeTable({ product, grades, family, rowName }: GradeTableProps) {
  const { title, tableTitle, gradesNote } = product
  if (grades.rows.length === 0) return <p>No grade has been published yet.</p>
  const isComparable = grades.rows.length > 1
  const columns: DataColumn<GradeRow>[] = [
    {
      title: rowName,
      cell: ({ key, grade, href, state }) => (
        <>
          {isComparable ? (
            <ComparedName id={key} title={grade} href={href} />
          ) : (
            <ContentLink to={href}>{grade}</ContentLink>
          )}
          {state !== '' && <small className="grade-note">{state}</small>}
        </>
      ),
    },
    ...grades.columns.map(({ title: name, figures }, index): DataColumn<GradeRow> => ({
      title: name,
      cell: ({ cells }) => <ValueCell cell={cells[index]} />,
      kind: figures ? 'figures' : 'short',
    })),
    { title: 'Used for', cell: ({ use }) => use },
    { title: 'Data sheet', cell: ({ grade, href }) => <DataSheetFile grade={grade} href={href} />, kind: 'short' },
  ]
  const table = (
    <DataTable
      className="table--grades table--ofproduct"
      caption={`${tableTitle} of ${title}`}
      columns={columns}
      rows={grades.rows}
      rowKey={({ key }) => key}
    />
  )
  return (
    <>
      {isComparable && <CompareHint />}
      {isComparable ? <ComparedTable product={grades.product}>{table}</ComparedTable> : table}
      <div className="grades-after">
        <p className="table__note">{gradesNote}</p>
        {family !== undefined && (
          <ContentLink to={family.gradesHref}>
            All {tableTitle.toLowerCase()} of {family.name}
          </ContentLink>
        )}
      </div>
    </>
  )
}

type GradeRow = GradeTableContent['rows'][number]

function ValueCell({ cell }: { cell: GradeRow['cells'][number] | undefined }) {
  return (
    <>
      {cell?.text}
      {cell && cell.by !== '' && <small className="grade-note">{cell.by}</small>}
    </>
  )
}

/** A few figures in the head of a page, in a row. */
function KeyFigures({ figures }: { figures: KeyFigure[] }) {
  return (
    <dl className="keys">
      {figures.map(({ name, value, note }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== '' && ' '}
            {note !== '' && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How a product is processed, packed and stored. */
function SupplyFacts({ facts }: { facts: SupplyFact[] }) {
  return (
    <dl className="supply">
      {facts.map(({ name, text }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The temperatures at which a product is applied: in large figures, and as bands on a scale. */
function TemperatureRanges({ ranges }: { ranges: Temperature[] }) {
  return (
    <>
      <dl className="temps">
        {ranges.map(({ form, from, to }, index) => (
          <div key={index} className="temp">
            <dt>{form}</dt>
            <dd>
              {from}–{to} <small>°C</small>
            </dd>
          </div>
        ))}
      </dl>
      <TemperatureScale ranges={ranges} axis={temperatureAxis(ranges)} />
    </>
  )
}

/** Positions are percentages of the drawing's width, which is flexible; its height and font size are fixed. */
function TemperatureScale({ ranges, axis }: { ranges: Temperature[]; axis: TemperatureAxis }) {
  return (
    <svg className="scale" role="img" aria-label={inWords(ranges)}>
      {ranges.map(({ from, to }, index) => (
        <rect
          key={index}
          className="scale__band"
          x={percent(axis.at(from))}
          width={percent(axis.at(to) - axis.at(from))}
          y="8"
          height="12"
        />
      ))}
      <path className="scale__line" d="M0 20.5h4000" />
      {axis.ticks.map((degrees) => (
        <rect key={degrees} className="scale__tick" x={percent(axis.at(degrees))} y="15" width="1" height="6" />
      ))}
      {axis.labels.map((degrees) => (
        <text key={degrees} className="scale__label" x={percent(axis.at(degrees))} y="44">
          {degrees}
          {degrees === axis.end && <tspan className="scale__unit"> °C</tspan>}
        </text>
      ))}
    </svg>
  )
}

/** `90-95 C semi-liquid and 100-105 C liquid` */
function inWords(ranges: Temperature[]) {
  return ranges.map(({ form, from, to }) => `${from}-${to} C ${form.toLowerCase()}`).join(' and ')
}

function percent(share: number) {
  return `${+(share * 100).toFixed(2)}%`
}

/** Voltage classes with the grades for each. The ring before a class is heavier for a higher voltage. */
function VoltageTable({ voltages }: { voltages: Voltage[] }) {
  return (
    <DataTable
      className="table--volt"
      caption="Voltage classes and their grades"
      columns={COLUMNS}
      rows={voltages}
      rowKey={(voltage) => voltage.class}
    />
  )
}

const COLUMNS: DataColumn<Voltage>[] = [
  { title: 'Class', cell: (voltage) => voltage.class },
  { title: 'Rated voltage', cell: ({ rated }) => <span className="volt__rated">{rated}</span>, kind: 'short' },
  { title: 'Typical cables', cell: ({ cables }) => cables },
  { title: 'Grades', cell: ({ grades }) => grades, kind: 'short' },
]

export interface RelatedProductsContent {
  /** Name of the family; `allPath` is its address on /products. */
  label: string
  allPath: string
  title: string
  products: Product[]
}

/** Products related to the one on the page, as tiles. */
function RelatedProducts({ content }: { content: RelatedProductsContent }) {
  const { label, allPath, title, products } = content
  if (products.length === 0) return null
  return (
    <section className="section on-paper related" aria-labelledby="related-title">
      <SectionHead
        id="related-title"
        label={label}
        title={title}
        action={
          <ButtonLink to={allPath} variant="line">
            All products
          </ButtonLink>
        }
      />
      <ul className="wrap related__list">
        {products.map((product) => (
          <ProductTile
            key={product._id}
            product={product}
            sizes="(min-width: 48rem) 33vw, 100vw"
            mediaClassName="related__media"
          />
        ))}
      </ul>
    </section>
  )
}
