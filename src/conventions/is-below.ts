/** Whether the host is the domain, or a name below it. Both in lower case. */
export const isBelow = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
