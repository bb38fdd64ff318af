/** An address that no driver could use. Its text is left out, because it may have the password. */
function invalid(): never {
  throw Object.assign(new TypeError('the list of hosts in the address is incomplete'), {
    code: 'ERR_INVALID_URL',
  });
}

const listed = (text: string): readonly string[] => {
  const items = text.split(',');
  return items.length > 1 && items.includes('') ? invalid() : items;
};

/** `?host=a,b&port=5432,5433`; one port is that of all hosts. */
function byParameters(address: string, query: string): readonly string[] {
  const parameters = new URLSearchParams(query);
  const hosts = listed(parameters.get('host') ?? '');
  const ports = listed(parameters.get('port') ?? '');
  if (hosts.length === 1) return [`${address}?${query}`];
  if (ports.length !== 1 && ports.length !== hosts.length) invalid();
  return hosts.map((host, index) => {
    const own = new URLSearchParams(query);
    own.set('host', host);
    const port = ports.length === 1 ? ports[0] : ports[index];
    if (port) own.set('port', port);
    return `${address}?${own}`;
  });
}

/**
 * The addresses of one database on several servers, one for each host, in the order of the list. The list has the form
 * of libpq: `postgres://user@a:5432,b:5433/database`, or `?host=a,b&port=5432,5433`.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function hostUrls(url: string): readonly string[] {
  const [, scheme = '', authority = '', path = '', query] =
    /^([a-z]+:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = listed(authority.slice(user.length));
  const parameters = query === undefined ? '' : `?${query}`;
  if (hosts.length > 1) return hosts.map((host) => `${scheme}${user}${host}${path}${parameters}`);
  return query === undefined ? [url] : byParameters(`${scheme}${authority}${path}`, query);
}
