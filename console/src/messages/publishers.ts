/** Publisher accounts, and the catalogue that they choose ad sources from. */
export const publishers = {
  title: 'Publishers',
  lead: 'Publisher accounts of the mediation interface, and the ad sources that they can use.',
  tabs: { accounts: 'Accounts', catalogue: 'Catalogue' },
  caption: 'Publisher accounts',
  changesHead: 'Changes',
  changes: 'Show changes',
  changesOf: (name: string) => `Show changes of ${name}`,
  emptyTitle: 'No publisher account yet',
  emptyText: 'Create one; then give users and clients access to it.',
  create: 'New publisher',
  name: 'Name',
  id: 'Id',
  created: (id: string) => `${id} was created.`,
  none: 'There is no publisher account yet.',
  more: 'Ids such as pub-1234567890123456, separated by blanks.',
} as const;

export const catalogue = {
  lead: 'The server reads the file again when it changes. A file that cannot be used is refused as a whole.',
  reload: 'Read the file again',
  reloaded: 'The catalogue was read again.',
  file: 'File',
  version: 'Version',
  loaded: 'Read',
  caption: 'Ad sources and adapters',
  columns: { source: 'Ad source', id: 'Id', adapters: 'Adapters' },
  emptyTitle: 'The catalogue has no ad source',
} as const;
