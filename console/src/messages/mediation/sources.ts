export const sources = {
  title: 'Ad sources',
  lead: 'Networks and auctions that lines can use, from the catalogue of this server.',
  caption: 'Ad sources',
  problemsTitle: 'The newest catalogue file is not in use',
  problemsText: 'The previous one stays in use until an administrator corrects the file:',
  columns: {
    title: 'Title',
    adapters: 'Adapters',
    formats: 'Formats',
    settings: 'Settings',
    used: 'Lines',
  },
  others: (count: number) =>
    count === 1 ? '1 other, which no line uses' : `${count} others, which no line uses`,
  own: 'Own network',
  none: 'none needed',
  allFormats: 'all',
  required: 'required',
  search: 'Search by title',
  empty: 'The catalogue has no ad source.',
} as const;
