/** What the search of the operators' console finds. */
export const palette = {
  people: 'People',
  byName: (text: string) => `Find ${text} by name: add the date of birth`,
  byNameAndBirth: (text: string) => `Find ${text}`,
  byNumber: (text: string) => `Find the document with the number ${text}`,
  kinds: {
    holder: 'Holders',
    credential: 'Credentials',
    proofing: 'Proofings',
    device: 'Devices',
    user: 'Users',
  },
  traces: 'What happened',
  explain: (id: string) => `Explain the request or thing ${id}`,
  auditLog: (id: string) => `Audit log about ${id}`,
} as const;
