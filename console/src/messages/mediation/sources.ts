export const sources = {
  title: 'Ad sources',
  lead: 'Networks and auctions that lines can use, from the catalogue of this server.',
  caption: 'Ad sources',
  problemsText: 'The previous one stays in use until an administrator corrects the file:',
  columns: {
    title: 'Ad source',
    adapters: 'Adapters',
    formats: 'Formats',
    settings: 'Settings',
    used: 'Lines',
  },
  others: (count: number) =>
    count === 1 ? '1 other, which no line uses' : `${count} others, which no line uses`,
  allFormats: 'All',
  search: 'Search by title',
  empty: 'The catalogue has no ad source.',
} as const;
