/** The eight groups of an IPv6 address; undefined for another text. */
function groupsOf(address: string): readonly number[] | undefined {
  const url = `http://[${address.split('%')[0]}]`;
  if (!URL.canParse(url)) return undefined;
  // Written by the parser of URLs in hexadecimal groups, with one :: at most.
  const [first = [], last = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16))));
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const isMapped = (groups: readonly number[]) =>
  groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);

/**
 * By what everything from a network address is counted. One subscriber has a whole /64 of IPv6 addresses (RFC 6177 2), so a
 * /64 counts as one address. An IPv4-mapped address (RFC 4291 2.5.5.2) is that IPv4 address.
 */
export function networkOf(address: string): string {
  const groups = address.includes(':') ? groupsOf(address) : undefined;
  if (groups === undefined) return address;
  if (isMapped(groups))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}
