const TYPES: ReadonlySet<string> = new Set(['application/statuslist+cwt', 'application/*', '*/*']);

/** Whether a client takes status lists as CWT (RFC 9110 12.5.1): some range contains the type, and its weight is not 0. */
export function acceptsStatusList(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return TYPES.has(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
