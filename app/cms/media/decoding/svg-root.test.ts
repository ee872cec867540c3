import { expect, test } from 'vitest'
import { findSvgRoot, svgSize } from './svg-root.ts'

test.each([
  ['an HTML page with a drawing in it', '<!doctype html><html><svg width="1" height="1"></svg></html>'],
  ['a longer element name', '<svgx width="1" height="1">'],
  ['text', 'svg'],
  ['nothing', ''],
])('%s: not an SVG file', (_name, text) => {
  expect(findSvgRoot(text)).toBeUndefined()
  expect(svgSize(text)).toBeUndefined()
})

test('an unfinished document type with many brackets: no size, found without backtracking', () => {
  // Backtracking over so many brackets would outlast the test.
  expect(findSvgRoot(`<!DOCTYPE svg ${'[]'.repeat(500_000)}`)).toBeUndefined()
})

test('no size anywhere, or one in millimetres or per cent: not known', () => {
  expect(svgSize('<svg>')).toBeUndefined()
  expect(svgSize('<svg width="10mm" height="10mm">')).toBeUndefined()
  expect(svgSize('<svg width="100%" height="100%" viewBox="0 0 0 0">')).toBeUndefined()
})

test.each([
  ['width and height', '<svg width="640" height="479.6">', { width: 640, height: 480 }],
  ['px and single quotes', "<svg height='20px' width='10px'/>", { width: 10, height: 20 }],
  ['the view box alone', '<svg viewBox="0 0 1200,600">', { width: 1200, height: 600 }],
  ['a width and the view box', '<svg width="600" viewBox="0 0 1200 500">', { width: 600, height: 250 }],
  ['per cent and the view box', '<svg width="100%" height="100%" viewBox="-5 -5 30 40">', { width: 30, height: 40 }],
  ['a stroke-width before the width', '<svg stroke-width="9" width="3" height="4">', { width: 3, height: 4 }],
  [
    'a prolog',
    '\uFEFF<?xml version="1.0"?>\n<!-- <svg width="9" height="9"> -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg width="3" height="4">',
    { width: 3, height: 4 },
  ],
  ['a bracket in an attribute', '<svg aria-label="a > b" width="3" height="4">', { width: 3, height: 4 }],
])('%s: read', (_name, text, size) => {
  expect(svgSize(text)).toEqual(size)
})
