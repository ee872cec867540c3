/** What visitors read below the values, on the page and on paper. */
export const NO_SPECIFICATION =
  'Typical values, unless they are called specified. They are not a specification: a compound is delivered to the one agreed in writing.'
