/** Where staff see which documents on the results of the last quarter there are, and add the others. */
export const RESULTS_CHECKLIST = '/admin/disclosure#part-results'
