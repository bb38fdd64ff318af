/** Document types that the server issues. */
export const documentTypes = {
  lead: 'What records of holders can have. Holders are imported with these elements.',
  source: 'Specification',
  docType: 'Document type',
  columns: { element: 'Element', type: 'Type', mandatory: 'Mandatory' },
  /** Types of values in the files of document types. */
  types: {
    text: 'Text',
    bytes: 'Image or bytes',
    uint: 'Number',
    boolean: 'Yes or no',
    array: 'List',
    map: 'Group of values',
    date: 'Date, or date with time',
    'full-date': 'Date',
    'date-time': 'Date with time',
  },
  mandatory: 'Yes',
  optional: 'No',
  elements: (namespace: string, count: number) =>
    `${namespace}: ${count === 1 ? '1 element' : `${count} elements`}`,
  emptyTitle: 'No document type is configured',
} as const;
