/** A base address, to which paths are appended. */
export const baseOf = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** The address without what could be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + baseOf(pathname);
}
