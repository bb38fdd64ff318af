export const reviews = {
  title: 'Reviews',
  lead: 'Proofings that wait for a decision, the most urgent first.',
  caption: 'Proofings',
  openNext: 'Open next',
  emptyTitle: 'Nobody waits',
  emptyText: 'New proofings appear here by themselves.',
  columns: {
    age: 'Waiting since',
    deadline: 'Deadline',
    holder: 'Holder',
    state: 'State',
    kind: 'Kind',
    device: 'Device',
  },
} as const;
