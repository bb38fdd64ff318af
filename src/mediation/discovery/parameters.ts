/** Parameters of every method; those that are refused, such as tokens in the URL, are not offered. */
export const SYSTEM_PARAMETERS = {
  '$.xgafv': {
    type: 'string',
    location: 'query',
    description: 'Format of errors.',
    enum: ['1', '2'],
    enumDescriptions: ['With the older list of errors.', 'Without it.'],
  },
  alt: {
    type: 'string',
    location: 'query',
    description: 'Format of the answer.',
    default: 'json',
    enum: ['json'],
    enumDescriptions: ['application/json'],
  },
  fields: { type: 'string', location: 'query', description: 'Which parts of the answer are wanted.' },
  key: { type: 'string', location: 'query', description: 'Ignored.' },
  prettyPrint: {
    type: 'boolean',
    location: 'query',
    description: 'With indentation and line breaks.',
    default: 'true',
  },
  quotaUser: { type: 'string', location: 'query', description: 'Ignored.' },
  uploadType: { type: 'string', location: 'query', description: 'Ignored.' },
  upload_protocol: { type: 'string', location: 'query', description: 'Ignored.' },
} as const;
