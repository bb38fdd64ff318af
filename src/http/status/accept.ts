/** Ranges that contain the type of the lists, the most specific first. */
const RANGES = ['application/statuslist+cwt', 'application/*', '*/*'];

/** Whether a client takes status lists as CWT: the weight of its most specific range is not 0 (RFC 9110 12.5.1). */
export function acceptsStatusList(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const given = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const named = RANGES.map((range) => given.find(([type]) => type === range)).find(
    (range) => range !== undefined,
  );
  return named !== undefined && !named.slice(1).some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}
