/** Legal holds, which forbid erasing holders and purging data. */
export const holds = {
  title: 'Legal holds',
  lead: 'A hold prevents deleting what a court, an authority or an auditor may ask for.',
  caption: 'Legal holds',
  emptyTitle: 'No legal hold yet',
  emptyText: 'Nothing is kept longer than the settings of retention say.',
  columns: {
    state: 'State',
    on: 'What is held',
    reason: 'Reason',
    review: 'Review',
    placed: 'Placed',
    history: 'Changes',
  },
  states: { open: 'open', due: 'review due', lifted: 'lifted' },
  reasons: {
    litigation: 'Litigation',
    investigation: 'Investigation',
    complaint: 'Complaint',
    audit: 'Audit',
    other: 'Other',
  },
  span: (first: string, last: string | undefined) =>
    last === undefined ? `Audit log, from ${first} on` : `Audit log, ${first} – ${last}`,
  history: 'Show changes',
  historyOf: (id: string) => `Show changes of ${id}`,
  due: (count: number) =>
    count === 1 ? 'A hold on this page is due for review' : `${count} holds on this page are due for review`,
  dueText: 'Lift a hold that is not needed any more. If it is, place a new hold before you lift the old one.',
  place: 'Place a hold',
  placeTitle: 'Place a legal hold',
  on: 'Hold on',
  kinds: { holder: 'A person', span: 'A span of time' },
  placeText: {
    holder:
      'The person cannot be erased. The audit log since their import, the requests of their devices, their codes, and approvals that name them are not purged.',
    span: 'The audit log since the first day is not purged, nor are requests, codes and approvals of these days. Holders that were imported before the end cannot be erased.',
  },
  firstDay: 'First day',
  lastDay: 'Last day',
  dayHint: 'In UTC.',
  lastDayHint: 'Included, in UTC. Empty: no end.',
  reason: 'Reason',
  review: 'Day of review',
  reviewHint:
    'From then on this list and the checks of the server ask for a review, until the hold is lifted.',
  placed: 'The hold is placed.',
  lift: 'Lift',
  liftOf: (id: string) => `Lift ${id}`,
  liftNamed: (name: string) => `Lift the hold on ${name}`,
  id: 'Hold',
} as const;
