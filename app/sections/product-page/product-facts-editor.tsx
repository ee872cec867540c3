import type { FieldMetadata } from '@conform-to/react'
import { InlineList } from '#app/editing/lists/inline-list.tsx'
import { NumberField, TextField } from '#app/editing/fields/text-fields.tsx'
import {
  MAX_KEY_FIGURES,
  MAX_SUPPLY_FACTS,
  type KeyFigure,
  type SupplyFact,
  type Temperature,
  type Voltage,
} from './product-page.ts'

/** The figures in the head of the page. */
export function KeyFigureList({ list }: { list: FieldMetadata<KeyFigure[]> }) {
  return (
    <InlineList list={list} noun="key figure" max={MAX_KEY_FIGURES}>
      {(entry) => {
        const { name, value, note } = entry.getFieldset()
        return (
          <>
            <TextField field={name} label="Name" />
            <TextField field={value} label="Value" />
            <TextField field={note} label="Note" optional />
          </>
        )
      }}
    </InlineList>
  )
}

/** The voltage classes and the grades for each. */
export function VoltageList({ list }: { list: FieldMetadata<Voltage[]> }) {
  return (
    <InlineList list={list} noun="voltage">
      {(entry) => {
        const { class: voltageClass, rated, cables, grades } = entry.getFieldset()
        return (
          <>
            <TextField field={voltageClass} label="Class" />
            <TextField field={rated} label="Rated voltage" />
            <TextField field={cables} label="Typical cables" />
            <TextField field={grades} label="Grades" />
          </>
        )
      }}
    </InlineList>
  )
}

/** The ranges in which the compound is applied. */
export function TemperatureList({ list }: { list: FieldMetadata<Temperature[]> }) {
  return (
    <InlineList list={list} noun="temperature">
      {(entry) => {
        const { form, from, to } = entry.getFieldset()
        return (
          <>
            <TextField field={form} label="Form" />
            <NumberField field={from} label="From" />
            <NumberField field={to} label="To" />
          </>
        )
      }}
    </InlineList>
  )
}

/** How the product is processed, packed and kept. */
export function SupplyFactList({ list }: { list: FieldMetadata<SupplyFact[]> }) {
  return (
    <InlineList list={list} noun="fact" max={MAX_SUPPLY_FACTS}>
      {(entry) => {
        const { name, text } = entry.getFieldset()
        return (
          <>
            <TextField field={name} label="Name" />
            <TextField field={text} label="Text" />
          </>
        )
      }}
    </InlineList>
  )
}
