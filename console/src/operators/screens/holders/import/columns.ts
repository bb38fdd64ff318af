/** The column of a CSV file that a finding is about: `elements/<namespace>/<identifier>[0]…`. */
export function columnOfPath(path: string, headings: readonly string[]): string | undefined {
  const [, rest = ''] = path.startsWith('elements/') ? ['', path.slice('elements/'.length)] : ['', path];
  const bare = rest.replace(/\[.*$/, '');
  const identifier = bare.slice(bare.lastIndexOf('/') + 1);
  const matches = (heading: string) =>
    heading === bare || bare.startsWith(`${heading}/`) || heading === identifier;
  return headings.find(matches);
}
